import { trimEndOf } from '../../base/trim.js';

/**
 * A candidate of a source set: the position of its URL, and its descriptors.
 * @typedef {{ at: number, url: string, size: number | null, unit: string }} Candidate
 */

const SPACE = /[ \t\n\f\r]/;
/** Max length of a descriptor with its white space. Numbers of pixels are shorter. */
const MAX_DESCRIPTOR = 100;
const DESCRIPTOR = /^\s*([\d.]+)([wx])/;

/**
 * Reads the candidates of a source set.
 * @see https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute
 * @param {string} value
 * @returns {Candidate[]}
 */
export function readCandidates(value) {
  /** @type {Candidate[]} */
  const found = [];
  for (let at = 0; at < value.length; ) {
    if (value[at] === ',' || SPACE.test(value[at])) {
      at += 1;
      continue;
    }
    const end = endOf(value, at, (character) => SPACE.test(character));
    const run = value.slice(at, end);
    const url = trimEndOf(run, /,/);
    const next = url === run ? endOfDescriptors(value, end) : end;
    const [, size, unit = ''] = DESCRIPTOR.exec(value.slice(end, Math.min(next, end + MAX_DESCRIPTOR))) ?? [];
    found.push({ at, url, size: size === undefined ? null : Number(size), unit });
    at = next;
  }
  return found;
}

/** @param {string} value @param {number} at @param {(character: string) => boolean} isEnd */
function endOf(value, at, isEnd) {
  let end = at;
  while (end < value.length && !isEnd(value[end])) end += 1;
  return end;
}

/**
 * Returns the end of a candidate's descriptors: the next comma outside of parentheses.
 * @param {string} value @param {number} at
 */
function endOfDescriptors(value, at) {
  let isWithin = false;
  return endOf(value, at, (character) => {
    if (character === '(') isWithin = true;
    if (character === ')') isWithin = false;
    return character === ',' && !isWithin;
  });
}
