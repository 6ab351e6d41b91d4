/** @import { FoundFile } from './find-file.js' */

import Negotiator from 'negotiator';
import { present } from '../../base/present.js';

/** @typedef {{ coding: string, file: FoundFile }} Variant */

/**
 * The copy of a file to send: of the codings that the browser likes best, the smallest. Where it accepts none, the file
 * as it is.
 * @param {string | undefined} accepted the request's `Accept-Encoding`
 * @param {readonly Variant[]} variants the file itself among them, as `identity`
 * @returns {Variant}
 */
export function chooseVariant(accepted, variants) {
  const bySize = variants.toSorted((a, b) => a.file.size - b.file.size);
  const codings = bySize.map(({ coding }) => coding);
  // Without the header any coding would do; but who sends none, such as curl, seldom decodes one.
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
