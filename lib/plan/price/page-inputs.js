/** @import { Weight } from '../types.ts' */
/** @import { Reference, Site, SitePath } from '../../site/types.ts' */
/** @import { FileInput, PageInput, ReferenceInput } from './types.ts' */
/** @import { Linked } from '../../site/graph/build-graph.js' */

import { present } from '../../base/present.js';

/** Roles that block the first paint. */
const BLOCKING = new Set(['style', 'script']);

/**
 * Returns a function that converts pages into the input of the network model, and one that does so for files, `fileAt`.
 * @param {Site} site
 * @param {Linked} linked
 * @param {(path: SitePath) => number} sentBytes
 */
export function openPageInputs(site, { graph }, sentBytes) {
  const pages = graph.fetches.size;

  /** Most files are shared by many pages. @type {Map<SitePath, FileInput>} */
  const known = new Map();
  /** @param {SitePath} path @returns {FileInput} */
  const fileInput = (path) => {
    const input = known.get(path) ?? describeFile(path);
    known.set(path, input);
    return input;
  };
  /** @param {SitePath} path @returns {FileInput} */
  const describeFile = (path) => {
    const file = present(site.files.get(path));
    const share = (graph.usedBy.get(path)?.length ?? 1) / Math.max(1, pages);
    return Object.freeze({ url: path, type: typeOf(file), bytes: sentBytes(path), decodedBytes: file.size, share });
  };

  /**
   * @param {SitePath} path
   * @returns {{ input: PageInput, references: readonly Reference[], fileAt: (path: SitePath) => FileInput }} the
   *   references in the order of the input's
   */
  const inputOf = (path) => {
    const fetched = graph.fetches.get(path) ?? [path];
    const references = graph.follows.get(path) ?? [];
    return {
      input: {
        url: fetched[0],
        files: fetched.map(fileInput),
        references: references.map(referenceInput),
        missesIcon: graph.iconless.has(path),
      },
      references,
      fileAt: fileInput,
    };
  };
  return Object.assign(inputOf, { fileAt: fileInput });
}

/**
 * @param {Reference} reference
 * @returns {ReferenceInput}
 */
export function referenceInput({ from, range, role, target, deferred }) {
  const to = target.kind === 'file' ? target.path : '';
  const holds = deferred ? { deferred } : BLOCKING.has(role) ? { blocking: true } : {};
  return { from, to, atByte: range.start, ...holds };
}

/**
 * @param {{ path: SitePath, type: import('../../site/types.ts').FileType }} file
 * @returns {FileInput['type']}
 */
export function typeOf({ path, type }) {
  return path.endsWith('.svg') ? 'image' : type;
}

/**
 * Returns a function from a file to its transferred bytes.
 * @param {ReadonlyMap<SitePath, Weight>} weights
 * @param {(weight: Weight) => number} sent
 * @returns {(path: SitePath) => number}
 */
export function sentBytesOf(weights, sent) {
  return (path) => {
    const weight = weights.get(path);
    return weight ? sent(weight) : 0;
  };
}
