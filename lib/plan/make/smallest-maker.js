/** @import { Made } from '../types.ts' */
/** @import { Maker } from './run-jobs.js' */

import { sniffImage } from '../../images/codecs/sniff.js';

/** The effort with which other rules request the same forms, so that each is made once. */
const EFFORT = 'balanced';

/** Markup around a modern form, as bytes of an image in base64. */
const MARKUP = 40;
const OF_TODAY = new Set(['webp', 'avif']);

/**
 * Makes the smallest form of a small image that all browsers show, or with `modern` that current ones show. Returns its
 * own bytes if none is smaller. Options: `mostBytes`, `modern` (lossless, lossy) and, for a form with loss, `target`,
 * `dots` and `fit`.
 * @type {Maker}
 */
export async function makeSmallest(bytes, { mostBytes, modern, target, ...how }, _read, make) {
  const { format, frames = 1 } = sniffImage(bytes);
  const own = format === 'gif' ? (frames > 1 ? 'apng-from-gif' : 'png-from-gif') : format === 'jpeg' ? 'jpeg' : 'png';
  const forms = [
    await make(own, own === 'jpeg' ? {} : { effort: EFFORT }),
    ...(modern === 'lossy' ? [await make('modern', { effort: EFFORT, target, ...how })] : []),
    ...(modern && format !== 'jpeg' ? [await make('webp-lossless', { effort: EFFORT })] : []),
  ];
  /** @type {{ bytes: Uint8Array, data: Readonly<Record<string, unknown>> }} */
  const kept = { bytes, data: { format, bytesBefore: bytes.length, bytesAfter: bytes.length } };
  const best = forms.reduce((least, made) => {
    if (!made.ok || !made.bytes) return least;
    const one = { bytes: made.bytes, data: { ...made.data, format: sniffImage(made.bytes).format } };
    return sizeOf(one) < sizeOf(least) ? one : least;
  }, kept);
  if (best.bytes.length > Number(mostBytes)) {
    const message = `${best.bytes.length} bytes are more than ${Math.floor(Number(mostBytes))}`;
    return { ok: false, reason: 'costs-more', message };
  }
  return { ok: true, ...best };
}

/** @param {{ bytes: Uint8Array, data: Readonly<Record<string, unknown>> }} form */
function sizeOf({ bytes, data }) {
  return bytes.length + (OF_TODAY.has(String(data.format)) ? MARKUP : 0);
}
