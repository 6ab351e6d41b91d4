/** @import { Change } from '../types.ts' */
/** @import { Reference, Site, SitePath } from '../../site/types.ts' */
/** @import { Effect, FileInput, PageInput, ReferenceInput } from './types.ts' */
/** @import { PageScenario } from './weigh-changes.js' */

import { gzipSync } from 'node:zlib';
import { readOnce } from '../../base/read-once.js';
import { fileTypeOf } from '../../site/file-type.js';
import { keyOfClass } from '../apply/name-classes.js';
import { referenceInput, typeOf } from './page-inputs.js';

/** Types of files that a server compresses, if it compresses pages. */
const TEXTS = new Set(['html', 'css', 'script']);

/**
 * New files and references of a page.
 * @typedef {Required<Pick<Effect, 'addsFiles' | 'addsReferences'>>} Added
 */

/**
 * Returns the files that a page no longer requests, and those that it requests instead.
 * @param {Change} change
 * @param {PageScenario} scenario
 * @param {Site} site
 * @returns {Effect}
 */
export function filesOf(change, scenario, site) {
  const { proposal, files, carries } = change;
  const drops = listDropped(change, scenario.references);
  const written = writtenFiles(change, drops, scenario, site);
  const led = ledFile(change, drops, scenario, site);
  const place = { into: proposal.page, atByte: proposal.range?.start ?? 0 };
  return {
    drops,
    addsFiles: [...written.addsFiles, ...led.addsFiles],
    addsReferences: [
      ...written.addsReferences,
      ...led.addsReferences,
      ...carriedReferences(change, scenario),
      ...askedReferences(change, scenario.input),
    ],
    replaces: written.replaces,
    inlines: files.length > 0 ? [] : carries.map(({ path }) => ({ url: path, ...place })),
  };
}

/**
 * Returns the indexes of the references that a change removes or redirects.
 * @param {Change} change @param {readonly Reference[]} references
 */
function listDropped({ proposal: { page }, edits, files, unloads }, references) {
  const insteadOf = new Set(files.map((file) => file.insteadOf));
  const written = new Set(files.map(({ path }) => path));
  const documents = new Set([page, ...edits.map(({ document = page }) => document)]);
  const isDropped = (/** @type {Reference} */ { from, role, target, range: place }) => {
    if (role === 'background' && target.kind === 'file' && unloads.includes(target.path)) return true;
    if (!documents.has(from)) return false;
    // A file written under its own name is requested as before.
    if (target.kind === 'file' && written.has(target.path)) return false;
    // The icon of the tab stays as it is, unless its link is edited.
    if (target.kind === 'file' && insteadOf.has(target.path) && role !== 'icon') return true;
    return edits.some(({ range: at, place: own = at, document = page }) => document === from && touches(own, place));
  };
  return [...references.keys()].filter((index) => isDropped(references[index]));
}

/**
 * Returns the files that a change writes: those that replace the content of a file, and new ones with a reference.
 * @param {Change} change @param {readonly number[]} drops @param {PageScenario} scenario @param {Site} site
 * @returns {Added & Required<Pick<Effect, 'replaces'>>}
 */
function writtenFiles({ proposal: { page, range }, files }, drops, { input, references }, site) {
  /** @type {FileInput[]} */
  const addsFiles = [];
  /** @type {ReferenceInput[]} */
  const addsReferences = [];
  const replaces = [];
  for (const { path, bytes, isSpare, pages } of files) {
    if (isSpare) continue;
    const former = site.files.get(path)?.size;
    // A file that replaces another is shared like that one, and compresses like it.
    const place = former === undefined ? (input.references[drops[0]]?.to ?? '') : path;
    const shared = input.files.find(({ url }) => url === place);
    const ratio = shared?.decodedBytes ? shared.bytes / shared.decodedBytes : ratioOfNew({ path, bytes }, input);
    const size = { bytes: Math.round(bytes.length * ratio), decodedBytes: bytes.length };
    if (former !== undefined) replaces.push({ url: path, ...size, former });
    // A page that shares the sheet, but not the changed part of it, requests neither file.
    else if (drops.length > 0 || page === input.url) {
      const type = typeOf({ path, type: fileTypeOf(path, bytes) });
      const share = pages === undefined ? shared?.share : Math.min(1, pages / countPages(site));
      addsFiles.push({ url: path, type, ...size, ...(share ? { share } : {}) });
      const from = drops.length > 0 ? referenceInput(references[drops[0]]) : { from: page, atByte: range?.start ?? 0 };
      addsReferences.push({ ...from, to: path });
    }
  }
  return { addsFiles, addsReferences, replaces };
}

/**
 * Returns the existing file to which a change redirects references.
 * @param {Change} change @param {readonly number[]} drops @param {PageScenario} scenario @param {Site} site
 * @returns {Added}
 */
function ledFile({ leadsTo }, drops, { input, references, fileAt }, site) {
  const led = leadsTo === null ? undefined : site.files.get(leadsTo);
  if (!led) return { addsFiles: [], addsReferences: [] };
  const known = fileAt?.(led.path) ?? { url: led.path, type: typeOf(led), bytes: led.size, decodedBytes: led.size };
  const left = input.files.find(({ url }) => url === input.references[drops[0]]?.to);
  // Pages that requested either file request this one.
  const share = Math.min(1, (known.share ?? 0) + (left?.share ?? 0));
  return {
    addsFiles: [{ ...known, share }],
    addsReferences: drops.map((index) => ({ ...referenceInput(references[index]), to: led.path })),
  };
}

/**
 * Returns the references of files that a change copies into another file: the page makes their requests from now on.
 * @param {Change} change @param {PageScenario} scenario @returns {ReferenceInput[]}
 */
function carriedReferences({ proposal: { page, range }, files, carries }, { references }) {
  const copied = new Set(files.length > 0 ? carries.map(({ path }) => path) : []);
  return references
    .filter(({ from }) => copied.has(from))
    .map((reference) => ({ ...referenceInput(reference), from: page, atByte: range?.start ?? 0 }));
}

/**
 * Returns references to files that the page requests for the change itself.
 * @param {Change} change @param {PageInput} input @returns {ReferenceInput[]}
 */
function askedReferences({ proposal: { page, range }, asksFor }, { files }) {
  return asksFor.flatMap((to) => {
    const type = files.find(({ url }) => url === to)?.type;
    if (!type) return [];
    return [{ from: page, to, atByte: range?.start ?? 0, ...(type === 'script' ? { deferred: true } : {}) }];
  });
}

/**
 * Returns the shared sheet that a change needs, with the reference to it. The size follows from the classes.
 * @param {Change} change @param {PageScenario} page @param {Site} site
 * @returns {Pick<Effect, 'joins'>}
 */
export function joinsOf({ classes, edits, proposal }, { input: { url }, sheet }, site) {
  const isHere = edits.some(({ document = proposal.page }) => document === url);
  if (!sheet || !isHere || !classes.some((one) => sheet.classes.has(keyOfClass(one)))) return {};
  const share = Math.min(1, sheet.pages / countPages(site));
  const file = { url: sheet.url, type: typeOf({ path: sheet.url, type: 'css' }), bytes: 0, decodedBytes: 0, share };
  return { joins: { file, reference: { from: url, to: sheet.url, atByte: 0, blocking: true } } };
}

/**
 * Returns the compression ratio of a file that replaces no other file.
 * @param {{ path: SitePath, bytes: Uint8Array }} file
 * @param {PageInput} input of the page that requests it
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

/** Returns the number of pages of a site. */
const countPages = readOnce((/** @type {Site} */ { files }) => {
  let count = 0;
  for (const { type } of files.values()) if (type === 'html') count++;
  return Math.max(1, count);
});
