/** @import { Reference, Site } from '../types.ts' */
/** @import { Effect, FileInput, Growth, ReferenceInput } from '../price/types.ts' */
/** @import { Ready } from './apply-plan.js' */

import { keyOf } from '../apply/name-looks.js';
import { fileTypeOf } from '../site/file-type.js';
import { referenceInput, typeOf } from './page-inputs.js';

/**
 * What a change does to one page, in plain numbers.
 * @param {Ready} ready
 * @param {readonly Reference[]} references of the page's scenario, by index
 * @param {Site} site
 * @returns {Effect}
 */
export function effectOf({ proposal, rule, made }, references, site) {
  const { page } = proposal;
  const looks = rule.looks?.(proposal, made) ?? [];
  const change = rule.apply?.(
    proposal,
    made,
    looks.map(({ name }) => name),
  ) ?? { edits: [] };
  const dropped = references.flatMap((reference, index) =>
    reference.from === page &&
    change.edits.some(({ range }) => range.start <= reference.range.start && reference.range.end <= range.end)
      ? [index]
      : [],
  );
  const edited = change.edits.reduce((sum, { range, text }) => sum + text.length - (range.end - range.start), 0);
  /** @type {Growth[]} */
  const grows = [{ url: page, decodedBytes: edited }];
  for (const look of looks)
    grows.push({ url: page, decodedBytes: look.name.length + look.css.length + 3, key: keyOf(look) });
  /** @type {FileInput[]} */
  const addsFiles = [];
  /** @type {ReferenceInput[]} */
  const addsReferences = [];
  const replaces = [];
  for (const { path, bytes } of change.files ?? []) {
    if (site.files.has(path)) replaces.push({ url: path, bytes: bytes.length, decodedBytes: bytes.length });
    else {
      addsFiles.push({
        url: path,
        type: typeOf({ path, type: fileTypeOf(path, bytes) }),
        bytes: bytes.length,
        decodedBytes: bytes.length,
      });
      const places =
        dropped.length > 0
          ? dropped.map((index) => referenceInput(references[index]))
          : [{ from: page, to: path, atByte: proposal.range?.start ?? 0 }];
      addsReferences.push({ ...places[0], to: path });
    }
  }
  return { drops: dropped, addsFiles, addsReferences, grows, replaces };
}
