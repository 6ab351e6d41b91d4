/** @import { Rendering } from '../browser/render.js' */
/** @import { Guess } from './types.js' */

import { leavesEncodingOpen, leavesMuchToGuess } from '../../site/text/encoding.js';

/** The encoding that the standard assigns to a page that names none. */
const STANDARD = 'windows-1252';

/**
 * In which encoding a page is to be looked at. Browsers guess it from every letter of a page that names none, so that
 * some few letters may be read in another as soon as anything is changed, whatever it is.
 * @param {Uint8Array | undefined} bytes of the page as it was
 * @param {readonly Rendering[]} first
 * @param {readonly Rendering[]} second
 * @returns {{ encoding: string | null, guess: Guess | null }} `encoding`: the same for all looks, where there is one
 */
export function readGuess(bytes, first, second) {
  if (!bytes || !leavesEncodingOpen(bytes)) return { encoding: null, guess: null };
  const [before, after] = [first, second].map(([{ seen }]) => seen.encoding);
  if (before === after) return { encoding: before, guess: null };
  // Many letters are read as what they are: then another guess is a mistake.
  const isMended = after === STANDARD && leavesMuchToGuess(bytes);
  return { encoding: isMended ? after : null, guess: Object.freeze({ before, after }) };
}
