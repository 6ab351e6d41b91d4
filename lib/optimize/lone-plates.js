/** @import { Made, SitePath } from '../types.ts' */
/** @import { Ready } from './apply-plan.js' */

/** A plate of words, as the letterer makes it. @typedef {Extract<Made, { ok: true }> & { bytes: Uint8Array }} Plate */

/**
 * Plates that words of one place alone stand on go along with their page, if they are as small as other images that do.
 * @param {readonly Ready[]} ready
 * @param {{ most: number, mayHold: (entry: Ready) => boolean }} limits
 * @returns {Ready[]}
 */
export function sendLonePlates(ready, { most, mayHold }) {
  const places = Map.groupBy(ready, (entry) => {
    const plate = plateOf(entry);
    return plate && nameOf(entry, plate);
  });
  return ready.map((entry) => {
    const plate = plateOf(entry);
    if (!plate || places.get(nameOf(entry, plate))?.length !== 1) return entry;
    if (plate.bytes.length > most || !mayHold(entry)) return entry;
    const url = `data:image/png;base64,${Buffer.from(plate.bytes).toString('base64')}`;
    const [, ...others] = entry.made;
    return { ...entry, made: [{ ok: true, data: { ...plate.data, graphicUrl: url } }, ...others] };
  });
}

/** @param {Ready} entry @returns {Plate | null} */
function plateOf({ made: [first] }) {
  return first?.ok && first.bytes && first.data.graphic ? /** @type {Plate} */ (first) : null;
}

/** Where it would lie, and what it shows. @param {Ready} entry @param {Plate} plate */
function nameOf({ proposal }, { data }) {
  const folder = /** @type {SitePath} */ (proposal.resource).replace(/[^/]*$/, '');
  return `${folder} ${/** @type {{ key: string }} */ (data.graphic).key}`;
}
