/** @import { FoundFile } from './find-file.js' */

import Negotiator from 'negotiator';
import { present } from '../../base/present.js';

/** @typedef {{ coding: string, file: FoundFile }} Variant */

/**
 * Returns the copy of a file to send: the smallest of the codings that the browser prefers. If it accepts none, the
 * file itself.
 * @param {string | undefined} accepted the request's `Accept-Encoding`
 * @param {readonly Variant[]} variants including the file itself, as `identity`
 * @returns {Variant}
 */
export function chooseVariant(accepted, variants) {
  const bySize = variants.toSorted((a, b) => a.file.size - b.file.size);
  const codings = bySize.map(({ coding }) => coding);
  // Without the header any coding is allowed, but clients without it, such as curl, seldom decode one.
  const [chosen] = accepted === undefined ? [] : preferred(accepted, codings);
  return present(bySize.find(({ coding }) => coding === (chosen ?? 'identity')));
}

/**
 * @param {string} accepted
 * @param {string[]} codings
 */
function preferred(accepted, codings) {
  return new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(codings, { preferred: codings });
}
