/** Generates pages to measure from sizes alone: the same sizes give the same bytes. */

import { gzipSync } from 'node:zlib';

/**
 * @typedef {{ name: string, bytes: number, kind?: 'image' | 'css' | 'script', nested?: string[] }} Part
 * @typedef {{ htmlBytes: number, parts: Part[], from?: number, to?: number, gzip?: boolean }} PagePlan
 * @typedef {{ path: string, bytes: Buffer }} PageFile
 */

const words = (
  'the quick packet left for a distant server and came home with news of weather trains markets books music ' +
  'sport art'
).split(' ');

/**
 * Returns a generator of numbers in [0, 1) from a seed (mulberry32).
 * @param {number} seed
 */
export function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Generates prose of an exact number of bytes that compresses about as well as a real page.
 * @param {number} length
 * @param {() => number} random
 */
function drawText(length, random) {
  let text = '';
  while (text.length < length) {
    const word = words[Math.floor(random() * words.length)];
    text += random() < 0.2 ? `${word}-${Math.floor(random() * 1e6).toString(36)} ` : `${word} `;
  }
  return text.slice(0, Math.max(0, length));
}

/** @type {Record<string, (name: string) => string>} */
const tags = {
  image: (name) => `<img src="/${name}" width="60" height="40" alt="">`,
  css: (name) => `<link rel="stylesheet" href="/${name}">`,
  script: (name) => `<script src="/${name}"></script>`,
};

/**
 * Generates the HTML, with its references spread evenly between two shares of its length.
 * @param {PagePlan} plan
 */
function drawHtml({ htmlBytes, parts, from = 0.01, to = 0.97 }) {
  const random = createRandom(7 + htmlBytes + parts.length);
  const nested = new Set(parts.flatMap((part) => part.nested ?? []));
  const own = parts.filter((part) => !nested.has(part.name));
  const end = '</body></html>';
  let html = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title>';
  const inHead = own.filter((part) => part.kind === 'css' || part.kind === 'script');
  for (const part of inHead) html += tags[part.kind ?? 'image'](part.name);
  html += '</head><body>';
  const inBody = own.filter((part) => !inHead.includes(part));
  inBody.forEach((part, index) => {
    const at = htmlBytes * (from + ((to - from) * index) / Math.max(1, inBody.length));
    html += drawText(Math.round(at) - html.length, random) + tags.image(part.name);
  });
  return html + drawText(htmlBytes - html.length - end.length, random) + end;
}

/**
 * Generates a style sheet or script of a given size without an effect.
 * @param {Part} part
 */
function drawSource(part) {
  const random = createRandom(part.bytes);
  const urls = (part.nested ?? []).map((name, index) => `.b${index}{background:url(/${name})}`).join('');
  const room = part.bytes - urls.length - 4;
  const filler = `/*${drawText(room, random)}*/`;
  return part.kind === 'css' ? urls + filler : filler.slice(0, part.bytes);
}

/**
 * Generates incompressible bytes with the header of a GIF.
 * @param {Part} part
 * @param {number} seed
 */
function drawImage(part, seed) {
  const random = createRandom(seed);
  const bytes = Buffer.alloc(part.bytes);
  for (let at = 0; at < bytes.length; at++) bytes[at] = random() * 256;
  bytes.write('GIF89a', 'latin1');
  return bytes;
}

/**
 * Generates every file of a page, the HTML first, with gzip variants if the plan includes them.
 * @param {PagePlan} plan
 * @returns {PageFile[]}
 */
export function drawPage(plan) {
  const files = [{ path: 'index.html', bytes: Buffer.from(drawHtml(plan)) }];
  plan.parts.forEach((part, index) => {
    const bytes =
      part.kind === 'css' || part.kind === 'script' ? Buffer.from(drawSource(part)) : drawImage(part, index);
    files.push({ path: part.name, bytes });
  });
  if (!plan.gzip) return files;
  const texts = files.filter(({ path }) => /\.(html|css|js)$/.test(path));
  return [...files, ...texts.map(({ path, bytes }) => ({ path: `${path}.gz`, bytes: gzipSync(bytes, { level: 9 }) }))];
}

/** Patterns of references in a page and in a style sheet. Each counts from the byte that ends it. */
export const referencePattern = Object.freeze({
  html: /<(?:img|script|link)\b[^>]*(?:src|href)="([^"]+)"[^>]*>/g,
  css: /url\(([^)]+)\)/g,
});

/**
 * Lists the references of a page and of its style sheets, in the order in which a parser finds them.
 * @param {readonly PageFile[]} files
 */
export function listReferences(files) {
  /** @type {Map<string, { url: string, foundIn: string, foundAtByte: number }>} */
  const found = new Map();
  for (const { path, bytes } of files) {
    const pattern = /\.(html|css)$/.exec(path)?.[1];
    if (!pattern) continue;
    for (const match of bytes.toString('latin1').matchAll(referencePattern[/** @type {'html' | 'css'} */ (pattern)])) {
      const reference = { url: match[1], foundIn: `/${path}`, foundAtByte: match.index + match[0].length };
      if (!found.has(match[1])) found.set(match[1], reference);
    }
  }
  return [...found.values()];
}
