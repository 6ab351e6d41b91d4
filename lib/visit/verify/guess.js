/** @import { Rendering } from '../browser/render.js' */
/** @import { Guess } from './types.js' */

import { leavesEncodingOpen, leavesMuchToGuess } from '../../site/text/encoding.js';

/** The encoding that the standard assigns to a page that names none. */
const STANDARD = 'windows-1252';

/**
 * Returns the encoding in which a page is rendered. If a page names none, browsers guess it from all characters, so any
 * change can make them decode a few characters differently.
 * @param {Uint8Array | undefined} bytes of the page as it was
 * @param {readonly Rendering[]} first
 * @param {readonly Rendering[]} second
 * @returns {{ encoding: string | null, guess: Guess | null }} `encoding`: the same for all renderings, if there is one
 */
export function readGuess(bytes, first, second) {
  if (!bytes || !leavesEncodingOpen(bytes)) return { encoding: null, guess: null };
  const [before, after] = [first, second].map(([{ seen }]) => seen.encoding);
  if (before === after) return { encoding: before, guess: null };
  // If many characters are decoded correctly, another guess is wrong.
  const isMended = after === STANDARD && leavesMuchToGuess(bytes);
  return { encoding: isMended ? after : null, guess: Object.freeze({ before, after }) };
}
