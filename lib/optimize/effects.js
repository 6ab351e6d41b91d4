/** @import { Change, Proposal, Reference, Site } from '../types.ts' */
/** @import { Effect, FileInput, Growth, PageInput, ReferenceInput } from '../price/types.ts' */
/** @import { Ready } from './apply-plan.js' */

import { deflateRawSync } from 'node:zlib';
import { cssOf, keyOf } from '../apply/name-looks.js';
import { fileTypeOf } from '../site/file-type.js';
import { referenceInput, typeOf } from './page-inputs.js';

/** How far back deflate looks. */
const WINDOW = 32768;

/**
 * A change of a page, what it does there in plain numbers, and its rank: where several are about one reference, the one that
 * stands at the place (0) has its way, then one that makes the file needless (1), then one that leads to another file (2).
 * @typedef {{ entry: Ready, effect: Effect, rank: number }} Weighed
 */

/**
 * The changes of one page with what they do.
 * @param {readonly Ready[]} entries
 * @param {{ input: PageInput, references: readonly Reference[] }} page its scenario, with the references by index
 * @param {Site} site
 * @returns {Weighed[]}
 */
export function weighChanges(entries, page, site) {
  return effectsOf(entries, page, site).map((effect, index) => {
    const entry = entries[index];
    return { entry, effect, rank: entry.proposal.range ? 0 : bringsFiles(effect) ? 2 : 1 };
  });
}

/**
 * @param {readonly Ready[]} entries
 * @param {{ input: PageInput, references: readonly Reference[] }} page its scenario, with the references by index
 * @param {Site} site
 * @returns {Effect[]}
 */
function effectsOf(entries, { input, references }, site) {
  const drafts = entries.map((entry) => ({ entry, ...draftOf(entry) }));
  const inserted = Map.groupBy(
    drafts.filter(({ holdsImage }) => !holdsImage),
    ({ entry }) => entry.rule.meta.id,
  );
  const ratios = new Map([...inserted].map(([id, group]) => [id, ratioOf(group.map(({ text }) => text).join(''))]));
  let formerImages = '';
  return drafts.map(({ entry, change, looks, text, holdsImage }) => {
    const { page } = entry.proposal;
    const file = input.files.find(({ url }) => url === page);
    const pageRatio = file?.decodedBytes ? file.bytes / file.decodedBytes : 1;
    // What resembles its neighbours compresses better than the page, if anything is compressed; images, which are packed already, do not,
    // but for what they have in common with those before them.
    const ratio = holdsImage ? ratioOf(text, formerImages) : Math.min(pageRatio, ratios.get(entry.rule.meta.id) ?? 1);
    if (holdsImage) formerImages = (formerImages + text).slice(-WINDOW);
    const added = text.length * (pageRatio < 1 ? ratio : 1);
    const taken = change.edits.reduce((sum, { range }) => sum + range.end - range.start, 0);
    /** @type {Growth[]} */
    const grows = [{ url: page, decodedBytes: text.length - taken, bytes: added - taken * pageRatio }];
    for (const look of looks)
      grows.push({ url: page, decodedBytes: cssOf([{ name: look.name, look }]).length, key: keyOf(look) });
    return { grows, ...filesOf(entry, change, { input, references }, site) };
  });
}

/** @param {Ready} ready */
function draftOf({ proposal, rule, made }) {
  const looks = rule.looks?.(proposal, made) ?? [];
  const change = rule.apply?.(
    proposal,
    made,
    looks.map(({ name }) => name),
  ) ?? { edits: [] };
  const text = change.edits.map((edit) => edit.text).join('');
  return { looks, change, text, holdsImage: text.includes(';base64,') };
}

/**
 * How far texts that resemble each other compress when they stand on one page, after what stands there already.
 * @param {string} text
 * @param {string} former
 */
function ratioOf(text, former = '') {
  const options = former === '' ? {} : { dictionary: Buffer.from(former) };
  return text.length > 0 ? deflateRawSync(text, options).length / text.length : 1;
}

/**
 * @param {Ready} ready
 * @param {Change} change
 * @param {{ input: PageInput, references: readonly Reference[] }} scenario
 * @param {Site} site
 */
function filesOf({ proposal: { page, range, data } }, change, { input, references }, site) {
  const insteadOf = new Set((change.files ?? []).map((file) => file.insteadOf));
  const drops = references.flatMap((reference, index) => {
    const isEdited = change.edits.some(({ range: at, place = at }) => touches(place, reference.range));
    const isPassedOver = reference.target.kind === 'file' && insteadOf.has(reference.target.path);
    return reference.from === page && (isEdited || isPassedOver) ? [index] : [];
  });
  /** @type {FileInput[]} */
  const addsFiles = [];
  /** @type {ReferenceInput[]} */
  const addsReferences = [];
  const replaces = [];
  for (const { path, bytes } of change.files ?? []) {
    const size = { bytes: bytes.length, decodedBytes: bytes.length };
    const former = site.files.get(path)?.size;
    if (former !== undefined) replaces.push({ url: path, ...size, former });
    else {
      // What takes the place of a shared file is shared alike.
      const shared =
        drops.length > 0 ? input.files.find(({ url }) => url === input.references[drops[0]].to) : undefined;
      const type = typeOf({ path, type: fileTypeOf(path, bytes) });
      addsFiles.push({ url: path, type, ...size, ...(shared?.share ? { share: shared.share } : {}) });
      const place = drops.length > 0 ? referenceInput(references[drops[0]]) : { from: page, atByte: range?.start ?? 0 };
      addsReferences.push({ ...place, to: path });
    }
  }
  const led = change.to === undefined ? undefined : site.files.get(change.to);
  if (led) {
    addsFiles.push({ url: led.path, type: typeOf(led), bytes: led.size, decodedBytes: led.size });
    for (const index of drops) addsReferences.push({ ...referenceInput(references[index]), to: led.path });
  }
  // What a copied file asks for, the page asks for from now on.
  const copied = new Set(/** @type {readonly string[]} */ (data.copies ?? []));
  for (const reference of references) {
    if (!copied.has(reference.from)) continue;
    addsReferences.push({ ...referenceInput(reference), from: page, atByte: range?.start ?? 0 });
  }
  const inlined = /** @type {readonly string[]} */ (data.inlines ?? []);
  const inlines = inlined.map((url) => ({ url, into: page, atByte: range?.start ?? 0 }));
  return { drops, addsFiles, addsReferences, replaces, inlines };
}

/**
 * @param {import('../types.ts').Range} a
 * @param {import('../types.ts').Range} b
 */
function touches(a, b) {
  return a.start < b.end && b.start < a.end;
}

/** Headers of a request and its response: what a file costs beside its bytes, at the least. */
const REQUEST_BYTES = 400;

/**
 * Whether changes that are done together only take bytes away: that gains under every condition, and needs no weighing.
 * @param {readonly Effect[]} effects
 * @param {PageInput} input
 */
export function isPureGain(effects, { files, references }) {
  const sizeOf = (/** @type {string} */ url) => files.find((file) => file.url === url)?.bytes ?? 0;
  const dropped = new Set(effects.flatMap(({ drops = [] }) => drops));
  const left = new Set(references.flatMap(({ to }, index) => (dropped.has(index) ? [] : [to])));
  const gone = new Set([...dropped].map((index) => references[index].to).filter((url) => !left.has(url)));
  const added = effects.flatMap(({ addsFiles = [] }) => addsFiles);
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
  const after = sum(added.map(({ bytes }) => bytes + REQUEST_BYTES)) + sum(replaced.map(({ bytes }) => bytes));
  return added.length <= gone.size && (after + text < before || (text < 0 && after <= before));
}

/** What a change brings: files, and the text that names them on so many pages. @param {Effect} effect @param {number} pages */
function sizeOfEffect({ addsFiles = [], replaces = [], grows = [] }, pages) {
  const files = [...addsFiles, ...replaces].map(({ bytes }) => bytes);
  return sum([...files, ...grows.map(({ bytes, decodedBytes }) => pages * (bytes ?? decodedBytes))]);
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** @param {Effect} effect */
function bringsFiles({ addsFiles = [], replaces = [] }) {
  return addsFiles.length + replaces.length > 0;
}

/**
 * Finds what is left out where changes bring files for one image of a page: the smallest is enough, and only where it is smaller than the
 * image for a visitor to all pages, who gets the markup with each and the file once. What a file becomes in its own place without loss may
 * stand beside one that leads elsewhere.
 * @param {readonly { entry: Ready, effect: Effect }[]} changes
 * @param {{ sizeOf: (path: string) => number, pagesWith: (path: string) => number }} site
 * @returns {Set<Proposal>}
 */
export function findLarger(changes, { sizeOf, pagesWith }) {
  const rivals = changes.flatMap(({ entry, effect }) => {
    const { resource } = entry.proposal;
    if (!resource || entry.proposal.range || !bringsFiles(effect)) return [];
    return [{ entry, effect, resource, size: sizeOfEffect(effect, pagesWith(resource)) }];
  });
  const byImage = Map.groupBy(rivals, ({ entry: { proposal }, resource }) => `${proposal.page} ${resource}`);
  const larger = [...byImage.values()].flatMap((group) => {
    const least = group.reduce((best, one) => (one.size < best.size ? one : best));
    const leadsElsewhere = !isInPlace(least.effect);
    const isUseful = least.size < sizeOf(least.resource);
    return group.filter(
      (one) =>
        !(one === least && isUseful) &&
        !(leadsElsewhere && isInPlace(one.effect) && one.entry.rule.meta.safety === 'safe'),
    );
  });
  return new Set(larger.map(({ entry }) => entry.proposal));
}

/** Whether the file keeps its name. @param {Effect} effect */
function isInPlace({ addsFiles = [] }) {
  return addsFiles.length === 0;
}

/**
 * Effects as they are together: of a change whose references others lead or replace, only what is left to do counts; of one
 * that has nothing left, nothing, and what it brings is not fetched. A file that a page and its sheet name is made smaller once.
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
    if (left.length === 0) return { ...effect, drops: [], addsFiles: [], addsReferences: [], grows: [], inlines: [] };
    return { ...effect, drops: left, grows: grows.map((growth) => partOf(growth, left.length / drops.length)) };
  });
}

/** @param {Growth} growth @param {number} part */
function partOf(growth, part) {
  // What changes share is there whole with the first of them.
  if (growth.key !== undefined) return growth;
  const { bytes, decodedBytes } = growth;
  return { ...growth, decodedBytes: decodedBytes * part, ...(bytes === undefined ? {} : { bytes: bytes * part }) };
}
