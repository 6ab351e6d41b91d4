/** @import { FileType } from '../../site/types.ts' */

/** Elements beside which a space shows nothing. */
const BLOCKS =
  'table|tr|td|th|tbody|div|p|ul|ol|li|dl|dt|dd|center|h\\d|hr|head|body|html|title|meta|link|script|style';

/** What packing takes out of pages and sheets, by and large. */
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

/** What packing leaves as it is, or shortens by rules of its own. */
const LEFT = /<(script|style|pre|textarea)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;

/**
 * About how many bytes packing will take off a file: for plans, which are made before anything is packed.
 * @param {{ bytes: Uint8Array, type: FileType }} file
 */
export function guessPacked({ bytes, type }) {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1').replace(LEFT, '');
  const left = (NEEDLESS[type] ?? []).reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);
  return text.length - left.length;
}
