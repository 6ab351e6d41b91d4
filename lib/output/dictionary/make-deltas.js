/** @import { DictionaryCoding } from './codings.js' */

import { CODINGS, compressWith, MAX_BYTES } from './codings.js';

/**
 * @typedef {{ bytes: Uint8Array, dictionary: Uint8Array, smallest: number, effort: 'fast' | 'balanced' | 'max' }}
 *   DeltaTask
 */
/** @typedef {{ coding: DictionaryCoding, bytes: Uint8Array }} Delta */

/** Min saving of a copy in bytes: one packet. Of small files, a share is enough. */
const PACKET_BYTES = 1460;
/** Min saving of a copy as a share. Chosen, not measured. */
const MIN_SAVED = 0.05;

/**
 * Compresses a text against a dictionary, in each coding in which that is smaller than the smallest copy without one.
 * @param {DeltaTask} task
 * @returns {Delta[]}
 */
export function makeDeltas({ bytes, dictionary, smallest, effort }) {
  if (bytes.length + dictionary.length > MAX_BYTES) return [];
  const most = smallest - Math.min(PACKET_BYTES, Math.ceil(smallest * MIN_SAVED));
  return CODINGS.map((coding) => ({ coding, bytes: compressWith(coding, bytes, dictionary, effort) })).filter(
    (delta) => delta.bytes.length <= most,
  );
}
