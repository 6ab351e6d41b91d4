/** @import { Change, CssClass, Edit } from '../types.ts' */
/** @import { Reference, Site, SitePath } from '../../site/types.ts' */
/** @import { ExpectedSheet } from '../apply/expect-sheets.js' */
/** @import { Effect, FileInput, Growth, PageInput } from './types.ts' */

import { hash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { readOnce } from '../../base/read-once.js';
import { fillMarks } from '../../site/text/marks.js';
import { cssOf, keyOfClass } from '../apply/name-classes.js';
import { bringsFiles } from './combine-effects.js';
import { filesOf, joinsOf } from './effects-on-files.js';
import { growthOfText } from './growth-of-text.js';

/** Window of deflate, in bytes. */
const WINDOW = 32768;

/**
 * @typedef {{ input: PageInput, references: readonly Reference[], fileAt?: (path: SitePath) => FileInput, sheet?:
 *   ExpectedSheet }} PageScenario `sheet`: the new sheet that the page is expected to load
 *
 * A change of a page, its effect there in plain numbers, and its rank. If several concern one reference, the one at
 * that place (0) precedes one that makes the file unnecessary (1), which precedes one that leads to another file (2).
 * @typedef {{ change: Change, effect: Effect, rank: number }} Weighed
 */

/**
 * Returns the changes of one page with their effects.
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
  const ratios = new Map(
    [...ofRule].map(([id, group]) => [id, ratioOnce(group.map((index) => texts[index]).join(''), site)]),
  );
  let formerImages = '';
  return changes.map((change, index) => {
    // Text that resembles its neighbours compresses better than the page. Images are compressed already, except for the
    // parts that they share with images before them.
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
    // A document that is not compressed grows by the whole text.
    const added = text * (pageRatio < 1 ? ratioWith(pageRatio) : 1);
    return [
      { url, decodedBytes: text - taken, bytes: added - taken * pageRatio },
      ...classes.map((one) => growthOfClass(one, url, url === input.url ? sheet : undefined, pageRatio)),
    ];
  });
}

/** Compression ratio of Base64 text of compressed content. */
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

/** Returns the text of an edit, with the class names that it asks for. @param {Edit} edit @param {Change} change */
function textOf({ text }, { classes }) {
  return classes.length > 0 ? fillMarks(text, { classes: classes.map(({ name }) => name) }) : text;
}

/** Ratios of texts that were compressed for a site, by their digests. @type {(site: Site) => Map<string, number>} */
const ratiosOf = readOnce(() => new Map());

/** Returns the same as `ratioOf`, once for each text. @param {string} text @param {Site} site */
function ratioOnce(text, site) {
  const ratios = ratiosOf(site);
  const key = hash('sha1', text);
  const ratio = ratios.get(key) ?? ratioOf(text);
  ratios.set(key, ratio);
  return ratio;
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
