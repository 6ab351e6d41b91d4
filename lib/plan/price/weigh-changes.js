/** @import { Change, CssClass, Edit } from '../types.ts' */
/** @import { Reference, Site, SitePath } from '../../site/types.ts' */
/** @import { ExpectedSheet } from '../apply/expect-sheets.js' */
/** @import { Effect, FileInput, Growth, PageInput, ReferenceInput } from './types.ts' */

import { deflateRawSync, gzipSync } from 'node:zlib';
import { readOnce } from '../../base/read-once.js';
import { fileTypeOf } from '../../site/file-type.js';
import { fillMarks } from '../../site/text/marks.js';
import { cssOf, keyOfClass } from '../apply/name-classes.js';
import { growthOfText } from './growth-of-text.js';
import { referenceInput, typeOf } from './page-inputs.js';

/** Types of files that a server compresses, if it compresses pages. */
const TEXTS = new Set(['html', 'css', 'script']);

/** Window of deflate, in bytes. */
const WINDOW = 32768;

/**
 * @typedef {{ input: PageInput, references: readonly Reference[], fileAt?: (path: SitePath) => FileInput, sheet?:
 *   ExpectedSheet }} PageScenario `sheet`: the new sheet that the page is expected to load
 *
 * A change of a page, what it does there in plain numbers, and its rank: where several are about one reference, the one
 * that stands at the place (0) has its way, then one that makes the file needless (1), then one that leads to another
 * file (2).
 * @typedef {{ change: Change, effect: Effect, rank: number }} Weighed
 */

/**
 * The changes of one page with what they do.
 * @param {readonly Change[]} changes
 * @param {PageScenario} page its scenario, with the references by index
 * @param {Site} site
 * @returns {Weighed[]}
 */
export function weighChanges(changes, page, site) {
  const texts = changes.map((change) => change.edits.map((edit) => textOf(edit, change)).join(''));
  const holdsImage = texts.map((text) => text.includes(';base64,'));
  const ofRule = Map.groupBy(
    [...changes.keys()].filter((index) => !holdsImage[index]),
    (index) => changes[index].rule.id,
  );
  const ratios = new Map([...ofRule].map(([id, group]) => [id, ratioOf(group.map((index) => texts[index]).join(''))]));
  let formerImages = '';
  return changes.map((change, index) => {
    // What resembles its neighbours compresses better than the page; images, which are packed already, do not, but for
    // what they have in common with those before them.
    const ratio = holdsImage[index] ? ratioOf(texts[index], formerImages) : (ratios.get(change.rule.id) ?? 1);
    if (holdsImage[index]) formerImages = (formerImages + texts[index]).slice(-WINDOW);
    const grows = growthsOf(change, page, (pageRatio) => (holdsImage[index] ? ratio : Math.min(pageRatio, ratio)));
    const isTogether = change.group?.take === 'together';
    const effect = {
      grows: isTogether ? [growthOfText(change, page.input, site)] : grows,
      ...filesOf(change, page, site),
      ...joinsOf(change, page, site),
    };
    return { change, effect, rank: change.claims.length > 0 ? 0 : bringsFiles(effect) ? 2 : 1 };
  });
}

/**
 * Returns the growth of each document that a change writes into.
 * @param {Change} change
 * @param {PageScenario} page
 * @param {(pageRatio: number) => number} ratioWith
 * @returns {Growth[]}
 */
function growthsOf(change, { input, sheet }, ratioWith) {
  const { edits, classes } = change;
  const { page } = change.proposal;
  /** @type {Map<SitePath, readonly Edit[]>} */
  const byDocument = Map.groupBy(edits, ({ document = page }) => document);
  if (byDocument.size === 0) return [{ url: page, decodedBytes: 0, bytes: 0 }];
  return [...byDocument].flatMap(([url, own]) => {
    const file = input.files.find((one) => one.url === url);
    const pageRatio = file?.decodedBytes ? file.bytes / file.decodedBytes : 1;
    const text = own.reduce((sum, edit) => sum + textOf(edit, change).length, 0);
    const taken = own.reduce((sum, { range }) => sum + range.end - range.start, 0);
    // If anything is compressed there.
    const added = text * (pageRatio < 1 ? ratioWith(pageRatio) : 1);
    return [
      { url, decodedBytes: text - taken, bytes: added - taken * pageRatio },
      ...classes.map((one) => growthOfClass(one, url, url === input.url ? sheet : undefined, pageRatio)),
    ];
  });
}

/** Share of Base64 text that compression leaves of what is packed already. */
const PACKED = 0.76;

/**
 * Returns the growth by a class: of the shared sheet if that contains it, otherwise of the document.
 * @param {CssClass} one @param {SitePath} url @param {ExpectedSheet | undefined} sheet
 * @param {number} ratio of the page
 * @returns {Growth}
 */
function growthOfClass(one, url, sheet, ratio) {
  const css = cssOf([one]);
  const key = keyOfClass(one);
  const isShared = sheet?.classes.has(key) ?? false;
  const growth = { url: isShared && sheet ? sheet.url : url, decodedBytes: css.length, key };
  if (css.includes(';base64,')) return { ...growth, bytes: Math.round(css.length * PACKED) };
  return isShared ? { ...growth, bytes: Math.round(css.length * ratio) } : growth;
}

/**
 * Returns the shared sheet that a change needs, with the reference to it. The size follows from the classes.
 * @param {Change} change @param {PageScenario} page @param {Site} site
 * @returns {Pick<Effect, 'joins'>}
 */
function joinsOf({ classes, edits, proposal }, { input: { url }, sheet }, site) {
  const isHere = edits.some(({ document = proposal.page }) => document === url);
  if (!sheet || !isHere || !classes.some((one) => sheet.classes.has(keyOfClass(one)))) return {};
  const share = Math.min(1, sheet.pages / countPages(site));
  const file = { url: sheet.url, type: typeOf({ path: sheet.url, type: 'css' }), bytes: 0, decodedBytes: 0, share };
  return { joins: { file, reference: { from: url, to: sheet.url, atByte: 0, blocking: true } } };
}

/** Returns the text of an edit, with the class names that it asks for. @param {Edit} edit @param {Change} change */
function textOf({ text }, { classes }) {
  return classes.length > 0 ? fillMarks(text, { classes: classes.map(({ name }) => name) }) : text;
}

/**
 * Returns the compression ratio of similar texts on one page, after the text that is on it already.
 * @param {string} text
 * @param {string} former
 */
function ratioOf(text, former = '') {
  const options = former === '' ? {} : { dictionary: Buffer.from(former) };
  return text.length > 0 ? deflateRawSync(text, options).length / text.length : 1;
}

/**
 * Returns the files that a page does not request any more, and those that it requests instead.
 * @param {Change} change
 * @param {PageScenario} scenario
 * @param {Site} site
 */
function filesOf(
  { proposal: { page, range }, edits, files, leadsTo, carries, asksFor },
  { input, references, fileAt },
  site,
) {
  const insteadOf = new Set(files.map((file) => file.insteadOf));
  const written = new Set(files.map(({ path }) => path));
  const documents = new Set([page, ...edits.map(({ document = page }) => document)]);
  const isDropped = (/** @type {(typeof references)[number]} */ { from, target, range: place }) => {
    if (!documents.has(from)) return false;
    // What the change writes under the file's own name is asked for as before.
    if (target.kind === 'file' && written.has(target.path)) return false;
    if (target.kind === 'file' && insteadOf.has(target.path)) return true;
    return edits.some(({ range: at, place: own = at, document = page }) => document === from && touches(own, place));
  };
  /** @type {number[]} */
  const drops = [];
  for (let index = 0; index < references.length; index += 1) if (isDropped(references[index])) drops.push(index);
  /** @type {FileInput[]} */
  const addsFiles = [];
  /** @type {ReferenceInput[]} */
  const addsReferences = [];
  const replaces = [];
  for (const { path, bytes, isSpare, pages } of files) {
    if (isSpare) continue;
    const former = site.files.get(path)?.size;
    // What takes the place of a file is shared as that is, and compresses as that does on its way.
    const place = former === undefined ? (input.references[drops[0]]?.to ?? '') : path;
    const shared = input.files.find(({ url }) => url === place);
    const ratio = shared?.decodedBytes ? shared.bytes / shared.decodedBytes : ratioOfNew({ path, bytes }, input);
    const size = { bytes: Math.round(bytes.length * ratio), decodedBytes: bytes.length };
    if (former !== undefined) replaces.push({ url: path, ...size, former });
    // A page that shares the sheet and not what is changed in it asks for none of the two.
    else if (drops.length > 0 || page === input.url) {
      const type = typeOf({ path, type: fileTypeOf(path, bytes) });
      const share = pages === undefined ? shared?.share : Math.min(1, pages / countPages(site));
      addsFiles.push({ url: path, type, ...size, ...(share ? { share } : {}) });
      const from = drops.length > 0 ? referenceInput(references[drops[0]]) : { from: page, atByte: range?.start ?? 0 };
      addsReferences.push({ ...from, to: path });
    }
  }
  const led = leadsTo === null ? undefined : site.files.get(leadsTo);
  if (led) {
    const known = fileAt?.(led.path) ?? { url: led.path, type: typeOf(led), bytes: led.size, decodedBytes: led.size };
    const left = input.files.find(({ url }) => url === input.references[drops[0]]?.to);
    // Pages that asked for either ask for this one.
    addsFiles.push({ ...known, share: Math.min(1, (known.share ?? 0) + (left?.share ?? 0)) });
    for (const index of drops) addsReferences.push({ ...referenceInput(references[index]), to: led.path });
  }
  const place = { into: page, atByte: range?.start ?? 0 };
  // What a file asks for that is copied into another, the page asks for from now on.
  const copied = new Set(files.length > 0 ? carries.map(({ path }) => path) : []);
  for (const reference of references) {
    if (!copied.has(reference.from)) continue;
    addsReferences.push({ ...referenceInput(reference), from: page, atByte: place.atByte });
  }
  for (const to of asksFor) {
    const type = input.files.find(({ url }) => url === to)?.type;
    if (type)
      addsReferences.push({ from: page, to, atByte: place.atByte, ...(type === 'script' ? { deferred: true } : {}) });
  }
  const inlines = files.length > 0 ? [] : carries.map(({ path }) => ({ url: path, ...place }));
  return { drops, addsFiles, addsReferences, replaces, inlines };
}

/**
 * Returns the share of its size that a file which takes no other's place is sent as.
 * @param {{ path: SitePath, bytes: Uint8Array }} file
 * @param {PageInput} input of the page that asks for it
 */
function ratioOfNew({ path, bytes }, { url, files }) {
  const page = files.find((one) => one.url === url);
  const isCompressed = page?.decodedBytes !== undefined && page.bytes < page.decodedBytes;
  if (!isCompressed || bytes.length === 0 || !TEXTS.has(fileTypeOf(path, bytes))) return 1;
  return gzipSync(bytes).length / bytes.length;
}

/**
 * @param {import('../../site/types.ts').Range} a
 * @param {import('../../site/types.ts').Range} b
 */
function touches(a, b) {
  return a.start < b.end && b.start < a.end;
}

/** Returns how many pages a site has. */
const countPages = readOnce((/** @type {Site} */ { files }) => {
  let count = 0;
  for (const { type } of files.values()) if (type === 'html') count++;
  return Math.max(1, count);
});

/** Headers of a request and its response: what a file costs beside its bytes, at the least. */
export const REQUEST_BYTES = 400;

/**
 * Returns true if changes that are applied together only remove bytes. They gain under every condition and need no
 * weighing.
 * @param {readonly Effect[]} effects
 * @param {PageInput} input
 */
export function isPureGain(effects, { files, references }) {
  const sizeOf = (/** @type {string} */ url) => files.find((file) => file.url === url)?.bytes ?? 0;
  const dropped = new Set(effects.flatMap(({ drops = [] }) => drops));
  const left = new Set(references.flatMap(({ to }, index) => (dropped.has(index) ? [] : [to])));
  const gone = new Set([...dropped].map((index) => references[index].to).filter((url) => !left.has(url)));
  const added = [
    ...new Map(effects.flatMap(({ addsFiles = [] }) => addsFiles.map((file) => [file.url, file]))).values(),
  ];
  const replaced = effects.flatMap(({ replaces = [] }) => replaces);
  const keys = new Set();
  const text = sum(
    effects
      .flatMap(({ grows = [] }) => grows)
      .map(({ key, bytes, decodedBytes }) => {
        if (key !== undefined && keys.has(key)) return 0;
        if (key !== undefined) keys.add(key);
        return bytes ?? decodedBytes;
      }),
  );
  // What the page offers and a browser passes over is no file of the page, and gets smaller all the same.
  const formerOf = (/** @type {typeof replaced[number]} */ { url, former = 0 }) => sizeOf(url) || former;
  const before = sum([...gone].map((url) => sizeOf(url) + REQUEST_BYTES)) + sum(replaced.map(formerOf));
  const joined = effects.some(({ joins }) => joins) ? 1 : 0;
  const own = sum(added.map(({ bytes }) => bytes + REQUEST_BYTES)) + sum(replaced.map(({ bytes }) => bytes));
  const after = own + joined * REQUEST_BYTES;
  return added.length + joined <= gone.size && (after + text < before || (text < 0 && after <= before));
}

/** @param {readonly number[]} numbers */
export function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** @param {Effect} effect */
export function bringsFiles({ addsFiles = [], replaces = [] }) {
  return addsFiles.length + replaces.length > 0;
}

/**
 * Effects as they are together: of a change whose references others lead or replace, only what is left to do counts; of
 * one that has nothing left, nothing, and what it brings is not fetched. A file that a page and its sheet name is made
 * smaller once.
 * @param {readonly { effect: Effect, rank: number }[]} changes
 * @returns {Effect[]}
 */
export function combineEffects(changes) {
  /** @type {Map<number, number>} */
  const ranks = new Map();
  for (const { effect, rank } of changes)
    for (const index of effect.drops ?? []) ranks.set(index, Math.min(rank, ranks.get(index) ?? rank));
  const written = new Set();
  const isFirst = (/** @type {{ url: string, bytes: number }} */ { url, bytes }) => {
    const key = `${bytes} ${url}`;
    return !written.has(key) && written.add(key);
  };
  return changes.map(({ effect: whole, rank }) => {
    const effect = whole.replaces ? { ...whole, replaces: whole.replaces.filter(isFirst) } : whole;
    const { drops = [], grows = [] } = effect;
    const left = drops.filter((index) => ranks.get(index) === rank);
    if (left.length === drops.length) return effect;
    if (left.length === 0) {
      const { joins: _, ...others } = effect;
      return { ...others, drops: [], addsFiles: [], addsReferences: [], grows: [], inlines: [] };
    }
    return { ...effect, drops: left, grows: grows.map((growth) => partOf(growth, left.length / drops.length)) };
  });
}

/** Names give way to all other changes. */
const NAME_RANK = 3;

/** Changes of names, which all others build on. @param {readonly Weighed[]} changes @returns {Weighed[]} */
export function asNames(changes) {
  return changes.map((change) => ({ ...change, rank: NAME_RANK }));
}

/**
 * Changes as they are without some of the names that they build on: what leads a reference to another form of a file
 * does so only where the file is asked for by that name.
 * @param {readonly Weighed[]} changes some of a page's
 * @param {readonly Weighed[]} all of them
 * @returns {readonly Weighed[]}
 */
export function withoutNames(changes, all) {
  const left = new Set(changes);
  const missing = new Set(
    all.flatMap((one) => (one.rank === NAME_RANK && !left.has(one) ? (one.effect.drops ?? []) : [])),
  );
  if (missing.size === 0) return changes;
  return changes.map((one) => {
    const { rank, effect } = one;
    const drops = effect.drops?.filter((index) => !missing.has(index));
    return rank === 0 || drops?.length === effect.drops?.length ? one : { ...one, effect: { ...effect, drops } };
  });
}

/** @param {Growth} growth @param {number} part */
function partOf(growth, part) {
  // What changes share is there whole with the first of them.
  if (growth.key !== undefined) return growth;
  const { bytes, decodedBytes } = growth;
  return { ...growth, decodedBytes: decodedBytes * part, ...(bytes === undefined ? {} : { bytes: bytes * part }) };
}
