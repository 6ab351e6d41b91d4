/** @import { FileType } from '../../site/types.ts' */

/** Elements next to which a space has no effect. */
const BLOCKS =
  'table|tr|td|th|tbody|div|p|ul|ol|li|dl|dt|dd|center|h\\d|hr|head|body|html|title|meta|link|script|style';

/** Typical parts of pages and sheets that packing removes. */
/** @type {Readonly<Partial<Record<FileType, readonly (readonly [RegExp, string])[]>>>} */
const NEEDLESS = {
  html: [
    [/<!--(?!\[if|<!)[\s\S]*?(?:-->|$)/g, ''],
    [/\s+/g, ' '],
    [/ ?<\/(?:td|th|tr|li|option|p|dt|dd|body|html|tbody)\s*>/gi, ''],
    [new RegExp(String.raw`> (?=<\/?(?:${BLOCKS})\b)`, 'gi'), '>'],
    [/=\s*"([\w./%#:-]+)"/g, '=$1'],
  ],
  css: [
    [/\/\*[\s\S]*?(?:\*\/|$)/g, ''],
    [/\s+/g, ' '],
    [/ ?([{};:,]) ?/g, '$1'],
  ],
};

/** Parts that packing keeps, or shortens by other rules. */
const LEFT = /<(script|style|pre|textarea)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;

/**
 * Estimates the bytes that packing will save on a file, for plans, which are made before packing.
 * @param {{ bytes: Uint8Array, type: FileType }} file
 */
export function guessPacked({ bytes, type }) {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1').replace(LEFT, '');
  const left = (NEEDLESS[type] ?? []).reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);
  return text.length - left.length;
}
