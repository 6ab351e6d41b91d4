import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import zlib from 'node:zlib';
import { parse } from 'parse5';
import { decodeHtml } from '../../lib/site/text/encoding.js';

/** @type {Record<string, (bytes: Uint8Array) => Buffer>} */
const DECODERS = {
  '.gz': (bytes) => zlib.gunzipSync(bytes),
  '.br': (bytes) => zlib.brotliDecompressSync(bytes),
  '.zst': (bytes) => zlib.zstdDecompressSync(bytes),
};

/**
 * Counts the variants of a built folder, and those that do not decode to their file.
 * @param {string} folder
 * @param {readonly { path: string }[]} files
 */
export function checkVariants(folder, files) {
  let checked = 0;
  const wrong = [];
  for (const { path } of files) {
    for (const [suffix, decode] of Object.entries(DECODERS)) {
      const variant = join(folder, path + suffix);
      if (!existsSync(variant)) continue;
      checked++;
      if (!decode(readFileSync(variant)).equals(readFileSync(join(folder, path)))) wrong.push(path + suffix);
    }
  }
  return { checked, wrong };
}

/**
 * Lists the pages that are missing from a built folder, and those whose elements, values or text differ from the input.
 * Ignores legitimate changes: image sizes are added, image URLs lead to smaller files, and small sheets or scripts are
 * inlined.
 * @param {string} folder
 * @param {readonly { path: string, from: string, isPage: boolean }[]} files
 */
export function checkPages(folder, files) {
  const lost = [];
  const changed = [];
  let checked = 0;
  for (const { path, from, isPage } of files) {
    if (!isPage) continue;
    checked++;
    if (!existsSync(join(folder, path))) lost.push(path);
    else if (!isSamePage(readFileSync(from), readFileSync(join(folder, path)))) changed.push(path);
  }
  return { checked, lost, changed };
}

/**
 * @param {Uint8Array} before
 * @param {Uint8Array} after
 */
function isSamePage(before, after) {
  const old = outline(decodeHtml(before)?.text ?? '');
  const now = outline(decodeHtml(after)?.text ?? '');
  return (
    old.words === now.words &&
    old.elements.length === now.elements.length &&
    old.elements.every(
      ({ tag, values }, index) =>
        tag === now.elements[index].tag &&
        [...values].every(([name, value]) => now.elements[index].values.get(name) === value),
    )
  );
}

/** @param {string} source */
function outline(source) {
  const elements = [];
  let words = '';
  /** @type {import('parse5').DefaultTreeAdapterTypes.Node[]} */
  const stack = [parse(source, { scriptingEnabled: false })];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if ('value' in node && !/^(?:script|style)$/.test(node.parentNode?.nodeName ?? '')) words += ` ${node.value}`;
    if ('tagName' in node) elements.push(elementOf(node));
    if ('childNodes' in node) stack.push(...node.childNodes.toReversed());
  }
  return { elements, words: words.replaceAll(/[ \t\n\f\r]+/g, ' ').trim() };
}

/**
 * Returns an element without the values that locate its style, code or image.
 * @param {import('parse5').DefaultTreeAdapterTypes.Element} node
 */
function elementOf({ tagName, attrs }) {
  const values = new Map(attrs.map(({ name, value }) => [name, value]));
  if (/^(?:img|input|script)$/.test(tagName)) values.delete('src');
  if (tagName === 'script') values.delete('charset');
  const isSheet = tagName === 'link' && /^stylesheet$/i.test(values.get('rel') ?? '');
  if (!isSheet) return { tag: tagName, values };
  return { tag: 'style', values: new Map([...values].filter(([name]) => name === 'media' || name === 'id')) };
}

/**
 * Returns the bytes of a built folder's files by type, and of its pages, sheets and scripts compressed with gzip.
 * @param {string} folder
 * @param {readonly { path: string, isText: boolean }[]} files
 */
export function weigh(folder, files) {
  const bytes = { html: 0, css: 0, script: 0, other: 0, gzip: 0 };
  for (const { path, isText } of files) {
    const at = join(folder, path);
    if (!existsSync(at)) continue;
    const content = readFileSync(at);
    const type = /\.html$/.test(path) ? 'html' : /\.css$/.test(path) ? 'css' : /\.js$/.test(path) ? 'script' : 'other';
    bytes[type] += content.length;
    bytes.gzip += isText ? zlib.gzipSync(content, { level: 9 }).length : content.length;
  }
  return bytes;
}
