/**
 * @import { ImageFacts, ImageFormat } from '../../lib/images/types.ts'
 * @import { Draft, Edit, Facts, Made, Proposal } from '../../lib/plan/types.ts'
 * @import { Document, Reference, SitePath } from '../../lib/site/types.ts'
 */

import { readOnce } from '../../lib/base/read-once.js';
import { namesOf } from '../../lib/base/traced-map.js';
import { editsIn } from './proposed.js';

/** Roles in which a browser renders a file or fetches it to render it. */
const SHOWING = new Set(['image', 'background', 'icon', 'preload']);

/**
 * The path of a file in another format: the ending `from` of its old name becomes `to`.
 * @typedef {{ readonly path: SitePath, readonly from: string, readonly to: string }} NewName
 */

/**
 * Returns the images that a document renders, each with every reference to it.
 * @param {Facts} facts
 * @param {(image: ImageFacts) => boolean} wanted
 * @returns {{ path: SitePath, image: ImageFacts, references: Reference[] }[]}
 */
export function imagesShown({ references, images }, wanted) {
  /** @type {Map<SitePath, Reference[]>} */
  const byPath = new Map();
  for (const reference of references) {
    if (reference.target.kind !== 'file' || !SHOWING.has(reference.role)) continue;
    const known = byPath.get(reference.target.path);
    if (known) known.push(reference);
    else byPath.set(reference.target.path, [reference]);
  }
  return [...byPath].flatMap(([path, found]) => {
    const image = images.get(path);
    return image && wanted({ ...image, format: formatOf(path, image) }) ? [{ path, image, references: found }] : [];
  });
}

/** Formats that all browsers of today show. */
const OF_TODAY = /^image\/(?:avif|webp)$/i;

/**
 * Returns true if only browsers of former years load an image, because a source before it offers a format of today for
 * every window.
 * @param {Document} document @param {Reference} reference
 */
export function isForOldBrowsers(document, { element: index, role }) {
  const element = document.kind === 'page' && index !== null && role === 'image' ? document.elements[index] : null;
  if (element?.tag !== 'img' || element.parent?.tag !== 'picture') return false;
  return element.parent.children.some((child) => {
    if (!('attributes' in child) || child.tag !== 'source' || !child.attributes.has('srcset')) return false;
    const { media, type } = Object.fromEntries([...child.attributes].map(([name, { value }]) => [name, value.trim()]));
    return OF_TODAY.test(type ?? '') && /^(?:all)?$/i.test(media ?? '');
  });
}

/**
 * Returns the images that browsers of today render in a document, and those that its scripts fetch or name, which have
 * no reference.
 * @param {Document} document
 * @param {Facts} facts
 * @param {(image: ImageFacts) => boolean} wanted
 */
export function imagesUsed(document, facts, wanted) {
  const shown = imagesShown(facts, wanted).filter(
    ({ references }) => !references.every((reference) => isForOldBrowsers(document, reference)),
  );
  if (document.kind !== 'page') return shown;
  const known = new Set(shown.map(({ path }) => path));
  for (const path of listScripted(facts)) {
    const image = facts.images.get(path);
    if (image && !known.has(path) && wanted({ ...image, format: formatOf(path, image) }))
      shown.push({ path, image, references: [] });
  }
  return shown;
}

/**
 * Lists the images that a page's scripts name, and all files that the page fetches, at any address.
 * @param {Pick<Facts, 'fetches' | 'onRoutes' | 'scripts' | 'images'>} facts
 * @returns {readonly SitePath[]}
 */
export function listScripted({ fetches, onRoutes, scripts, images }) {
  return [...new Set([...namedIn(scripts.files)(namesOf(images)), ...fetches, ...onRoutes])];
}

/** The paths that scripts name, worked out once for a page: several rules need them. */
const namedIn = readOnce((/** @type {Facts['scripts']['files']} */ files) =>
  readOnce((/** @type {readonly SitePath[]} */ paths) => paths.filter((path) => files.has(path))),
);

/**
 * Returns the format of an image. For an unreadable file, derives it from the extension.
 * @param {SitePath} path
 * @param {ImageFacts} image
 * @returns {ImageFormat}
 */
function formatOf(path, { format, broken }) {
  if (!broken || format !== 'unknown') return format;
  const extension = path.split('.').at(-1)?.toLowerCase();
  return extension === 'jpg' || extension === 'jpeg'
    ? 'jpeg'
    : extension === 'gif' || extension === 'png'
      ? extension
      : format;
}

/**
 * Proposes a candidate for a file as a whole.
 * @param {string} rule
 * @param {Pick<Document, 'path'>} document
 * @param {{ path: SitePath, image: ImageFacts }} file
 * @param {string} messageId
 * @param {Record<string, unknown>} data
 * @returns {Proposal}
 */
export function proposeFile(rule, document, { path, image }, messageId, data) {
  const proposal = { rule, page: document.path, range: null, resource: path };
  const size = { width: image.width, height: image.height, frames: image.frames };
  const about = { ...data, name: path.split('/').at(-1), ...size };
  if (image.broken) {
    return { ...proposal, messageId: 'broken', data: { ...about, why: image.broken }, rejected: 'broken' };
  }
  return { ...proposal, messageId, data: about };
}

/**
 * Renames a file for its new format. The new name is unused, and no other image could be renamed to it.
 * @param {SitePath} path
 * @param {string} extension
 * @param {ReadonlyMap<SitePath, number>} sizes
 * @returns {NewName}
 */
export function renameFile(path, extension, sizes) {
  const from = /(?<=[^/])\.[^./]+$/.exec(path)?.[0] ?? '';
  // On disks that ignore case, “a.PNG” and “a.png” are one file.
  if (from.toLowerCase() === extension) return { path, from, to: from };
  const stem = path.slice(0, path.length - from.length);
  const sameStem = stemCounts(namesOf(sizes)).get(stem.toLowerCase()) ?? 0;
  if (sameStem <= 1 && from !== '') return { path: stem + extension, from, to: extension };
  let to = from + extension;
  for (let i = 2; sizes.has(stem + to); i++) to = `${from}-${i}${extension}`;
  return { path: stem + to, from, to };
}

/** Counts the files of each name without its extension, ignoring case. */
const stemCounts = readOnce((/** @type {readonly SitePath[]} */ paths) => {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const path of paths) {
    const stem = path.replace(/(?<=[^/])\.[^./]+$/, '').toLowerCase();
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return counts;
});

/**
 * Points every reference to the new name and states its type. Returns null if a reference is written in a form that
 * cannot be changed.
 * @param {Document} document
 * @param {readonly Reference[]} references
 * @param {NewName} name
 * @param {string} type
 * @returns {Edit[] | null}
 */
function renameReferences(document, references, { from, to }, type) {
  /** @type {Edit[]} */
  const edits = [];
  for (const reference of references) {
    if (reference.odd) return null;
    if (from === to) continue;
    const { start, end } = reference.range;
    const written = document.source.slice(start, end);
    const length = reference.suffix === '' ? written.length : written.search(/\?|(?<!&)#/);
    if (!written.slice(0, length).endsWith(from)) return null;
    edits.push({ range: { start: start + length - from.length, end: start + length }, text: to });
  }
  return [...edits, ...typeEdits(document, references, type)];
}

/**
 * Returns edits for the attributes that state the type of a referenced file.
 * @param {Document} document
 * @param {readonly Reference[]} references
 * @param {string} type
 * @returns {Edit[]}
 */
export function typeEdits(document, references, type) {
  if (document.kind !== 'page') return [];
  const elements = new Set(references.flatMap(({ element }) => (element === null ? [] : [document.elements[element]])));
  return [...elements].flatMap(({ attributes }) => {
    const attribute = attributes.get('type');
    if (!attribute?.valueRange || !/^image\//i.test(attribute.value) || attribute.value === type) return [];
    return [{ range: attribute.valueRange, text: type }];
  });
}

/**
 * Proposes to save an image under another name and to update the document's references, or gives the reason why that is
 * impossible.
 * @param {string} rule
 * @param {Document} document
 * @param {Facts} facts
 * @param {{ path: SitePath, image: ImageFacts, references: Reference[] }} file
 * @param {{ extension: string, type: string, messageId: string, data?: Record<string, unknown> }} form
 * @returns {Proposal}
 */
export function proposeForm(rule, document, facts, file, { extension, type, messageId, data: more = {} }) {
  const target = renameFile(file.path, extension, facts.sizes);
  const edits = renameReferences(document, file.references, target, type);
  const data = { ...more, edits, to: target.path, effort: facts.options.effort };
  const format = file.path.split('.').at(-1)?.toLowerCase() ?? '';
  if (file.image.broken) return proposeFile(rule, document, file, 'broken', data);
  if (!edits) return { ...proposeFile(rule, document, file, 'odd', data), rejected: 'broken' };
  const isNamed = file.references.length === 0 || isNamedByScript(facts, file.path, format);
  if (target.path !== file.path && isNamed) {
    return { ...proposeFile(rule, document, file, 'scripted', data), rejected: 'in-use-by-script' };
  }
  return proposeFile(rule, document, file, messageId, data);
}

/** The form that a GIF is converted to. */
export const PNG_FORM = Object.freeze({ extension: '.png', type: 'image/png', messageId: 'gif' });

/**
 * Builds the change that replaces a file's bytes, under another name if the candidate has one, together with its text
 * edits.
 * @param {Proposal} proposal
 * @param {Made} made
 * @returns {Draft}
 */
export function replaceFile({ resource, data }, made) {
  if (!made.ok || !made.bytes) return { edits: [] };
  const path = String(data.to ?? resource);
  return { edits: editsIn(data), files: [{ path, bytes: made.bytes }] };
}

/**
 * Returns true if code that cannot be analysed may look the file up by its name.
 * @param {Facts} facts
 * @param {SitePath} path
 * @param {string} extension without its dot
 */
export function isNamedByScript({ scripts }, path, extension) {
  return scripts.files.has(path) || (scripts.readsSources && scripts.words.has(extension));
}
