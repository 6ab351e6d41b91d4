/** @import { Made } from '../types.ts' */
/** @import { Maker } from './run-jobs.js' */

/**
 * One picture as AVIF in several sizes: the quality that reaches the target is searched for at a middle size and holds,
 * within a step or two, for all others. Options: `sizes`, in order, `target`, `effort`, `dots`.
 * @type {Maker}
 */
export async function makeLadder(_bytes, { sizes, ...how }, _read, make) {
  const fits = /** @type {readonly { width: number, height: number }[]} */ (sizes);
  const middle = fits[fits.length >> 1];
  const first = await make('avif', { ...how, fit: middle });
  if (!first.ok) return first;
  const { quality } = first.data;
  const made = await Promise.all(
    fits.map((fit) => (fit === middle ? first : make('avif-near', { ...how, fit, quality }))),
  );
  const failed = made.find(({ ok }) => !ok);
  if (failed) return failed;
  const files = made.flatMap((one, index) =>
    one.ok ? [{ ...fits[index], bytes: one.bytes, similarity: one.data.similarity }] : [],
  );
  return { ok: true, data: { files, quality } };
}
