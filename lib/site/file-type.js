/** @import { FileType } from './types.ts' */

/** @type {Record<string, FileType>} */
const BY_EXTENSION = {
  ...Object.fromEntries(['html', 'htm', 'xhtml', 'shtml', 'xht'].map((name) => [name, 'html'])),
  css: 'css',
  ...Object.fromEntries(['js', 'mjs', 'cjs'].map((name) => [name, 'script'])),
  ...Object.fromEntries(
    ['gif', 'png', 'apng', 'jpg', 'jpeg', 'jpe', 'jfif', 'webp', 'avif', 'jxl', 'ico', 'bmp', 'cur'].map((name) => [
      name,
      'image',
    ]),
  ),
  ...Object.fromEntries(['woff', 'woff2', 'ttf', 'otf', 'eot'].map((name) => [name, 'font'])),
  ...Object.fromEntries(
    [
      'svg',
      'json',
      'xml',
      'txt',
      'md',
      'webmanifest',
      'map',
      'csv',
      'rss',
      'atom',
      'vtt',
      'ics',
      'php',
      'asp',
      'aspx',
      'jsp',
      'inc',
      'htaccess',
      'yml',
      'yaml',
      'toml',
    ].map((name) => [name, 'text']),
  ),
};

const PAGE_ENDINGS = /\.(?:html?|xhtml?|shtml)\.[a-z]{2}(?:[-_][a-z]{2,4})?(?:\.[\w-]+)?$/i;

/** Beginnings of fonts: WOFF, OpenType, a collection, TrueType, and Embedded OpenType with its mark after 34 bytes. */
const FONT = /^(?:wOF[F2]|OTTO|ttcf|true\0|\0\x01\0\0\0|[\s\S]{8}[\0-\x02]\0[\x01\x02]\0[\s\S]{22}LP)/;
/** Beginnings of other files that are no text: PDF, archives, WebAssembly, sound, films, Flash. */
const BINARY = new RegExp(
  String.raw`^(?:%PDF-|PK\x03\x04|\x1f\x8b|Rar!\x1a|7z\xbc\xaf|\0asm|OggS\0|ID3[\x02-\x04]|\x1aE\xdf\xa3|` +
    String.raw`[FC]WS[\x01-\x20]|FLV\x01|\0{3}[\s\S]ftyp)`,
);

/**
 * Returns the type of a file: images, fonts and pages by their first bytes, others by name. A program that copies sites
 * may name a font like a page.
 * @param {string} path
 * @param {Uint8Array} bytes
 * @returns {FileType}
 */
export function fileTypeOf(path, bytes) {
  if (isImage(bytes)) return 'image';
  const start = startOf(bytes);
  if (FONT.test(start)) return 'font';
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const named = BY_EXTENSION[extension];
  if (/\.(?:gz|br|zst|deflate)$/i.test(path)) return 'other';
  if (PAGE_ENDINGS.test(path)) return 'html';
  if (named === 'image' || named === 'font') return named;
  if (BINARY.test(start)) return 'other';
  if (named) return named;
  return isText(bytes) ? (/^\s*<(?:!doctype\s+html|html)\b/i.test(start) ? 'html' : 'text') : 'other';
}

/** @param {Uint8Array} bytes */
function isImage(bytes) {
  const start = startOf(bytes.subarray(0, 16));
  return (
    /^GIF8[79]a|^\x89PNG\r\n\x1a\n|^\xff\xd8\xff/.test(start) ||
    /^RIFF[\s\S]{4}WEBP/.test(start) ||
    /^[\s\S]{4}ftypavi[fs]/.test(start) ||
    /^\xff\x0a|^\0\0\0\x0cJXL \r\n\x87\n/.test(start)
  );
}

/** @param {Uint8Array} bytes */
function isText(bytes) {
  const start = startOf(bytes);
  // Control characters that no text contains. A PDF is text only at its start.
  return start.length > 0 && !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(start) && !start.startsWith('%PDF-');
}

/** @param {Uint8Array} bytes */
function startOf(bytes) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1');
}
