/** @import { DictionaryCoding } from './codings.js' */

import { CODINGS, compressWith, MOST_BYTES } from './codings.js';

/**
 * @typedef {{ bytes: Uint8Array, dictionary: Uint8Array, smallest: number, effort: 'fast' | 'balanced' | 'max' }}
 *   DeltaTask
 */
/** @typedef {{ coding: DictionaryCoding, bytes: Uint8Array }} Delta */

/** One that saves less than a packet, or less than this share of a small file, is not worth a file. */
const PACKET_BYTES = 1460;
/** A copy that saves less is not worth its place on the disk; chosen, not measured. */
const LEAST_SAVED = 0.05;

/**
 * A text compressed against a dictionary, in each coding in which that is smaller than the smallest copy there is
 * without.
 * @param {DeltaTask} task
 * @returns {Delta[]}
 */
export function makeDeltas({ bytes, dictionary, smallest, effort }) {
  if (bytes.length + dictionary.length > MOST_BYTES) return [];
  const most = smallest - Math.min(PACKET_BYTES, Math.ceil(smallest * LEAST_SAVED));
  return CODINGS.map((coding) => ({ coding, bytes: compressWith(coding, bytes, dictionary, effort) })).filter(
    (delta) => delta.bytes.length <= most,
  );
}
