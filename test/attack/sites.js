/** @import { Row } from '../../bench/attack.js' */

import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { parse } from 'parse5';
import { build } from '../../lib/index.js';
import { readMarker } from '../../lib/output/write/marker.js';
import { decodeHtml } from '../../lib/site/text/encoding.js';
import { contentsOf, differencesOf } from './support/look.js';
import { writeRandomSite } from './support/random-site.js';
import { inScratch } from './support/run.js';

const SITES = Number(process.env.ATTACK_SITES ?? 500);
const FIRST = Number(process.env.ATTACK_SEED ?? 1);
const OPTIONS = /** @type {const} */ ({ browser: 'off', verify: 'off', cache: 'off', effort: 'fast', jobs: 2 });
const READERS = [
  ['.gz', gunzipSync],
  ['.br', brotliDecompressSync],
  ['.zst', zstdDecompressSync],
];

/** @typedef {import('parse5').DefaultTreeAdapterTypes.Node} Node */

/** Random whole sites say the same after a build, and a build of a build changes nothing. @returns {Promise<Row[]>} */
export async function run() {
  /** @type {Record<'content' | 'variants' | 'twice', string[]>} */
  const failed = { content: [], variants: [], twice: [] };
  for (let seed = FIRST; seed < FIRST + SITES; seed++) await inScratch((folder) => trySite(folder, seed, failed));
  const row = (/** @type {string} */ what, /** @type {string[]} */ faults) => ({
    what,
    tried: SITES,
    failed: new Set(faults.map((fault) => fault.split(' ')[0])).size,
    result: faults.length === 0 ? 'the same in all' : faults.slice(0, 12).join('; '),
  });
  return [
    row('random sites: text, links, ids, form fields and references', failed.content),
    row('random sites: each compressed file decodes to its text', failed.variants),
    row('random sites built twice', failed.twice),
  ];
}

/**
 * @param {string} scratch
 * @param {number} seed
 * @param {Record<'content' | 'variants' | 'twice', string[]>} failed
 */
async function trySite(scratch, seed, failed) {
  const [site, one, two] = ['site', 'one', 'two'].map((name) => join(scratch, name));
  mkdirSync(site);
  await writeRandomSite(site, seed);
  await build(site, { ...OPTIONS, out: one });
  await build(one, { ...OPTIONS, out: two });
  failed.twice.push(...differencesOf(contentsOf(one), contentsOf(two)).map((path) => `${seed} ${path}`));
  for (const [suffix, read] of /** @type {[string, (bytes: Uint8Array) => Buffer][]} */ (READERS)) {
    const packed = (readMarker(one)?.variants ?? []).filter((path) => path.endsWith(suffix));
    for (const path of packed) {
      const text = readFileSync(join(one, path.slice(0, -suffix.length)));
      if (!read(readFileSync(join(one, path))).equals(text)) failed.variants.push(`${seed} ${path}`);
    }
  }
  for (const path of listFiles(site).filter((name) => /\.html?$/.test(name))) {
    const [before, after] = [site, one].map((folder) => describePage(readFileSync(join(folder, path))));
    const other = Object.keys(before).filter((key) => before[key] !== after[key]);
    failed.content.push(...other.map((key) => `${seed} ${path}: ${key}`));
  }
  if (process.env.ATTACK_KEEP === undefined) for (const folder of [site, one, two]) rmSync(folder, { recursive: true });
}

/** @param {string} folder */
function listFiles(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' });
}

/**
 * What people and programs find on a page.
 * @param {Uint8Array} bytes
 * @returns {Record<string, string>}
 */
function describePage(bytes) {
  const found = /** @type {Record<string, string[]>} */ ({ text: [], links: [], ids: [], fields: [] });
  /** @type {Node[]} */
  const waiting = [/** @type {Node} */ (parse(decodeHtml(bytes)?.text ?? ''))];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (
      'value' in node &&
      node.nodeName === '#text' &&
      !/^(?:script|style|noscript)$/.test(String(node.parentNode?.nodeName))
    )
      found.text.push(node.value);
    const attributes = 'attrs' in node ? Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])) : {};
    if (attributes.href !== undefined && node.nodeName === 'a') found.links.push(attributes.href.trim());
    if (attributes.action !== undefined) found.links.push(attributes.action);
    if (attributes.id !== undefined) found.ids.push(attributes.id);
    if (/^(?:input|textarea|select|option)$/.test(node.nodeName))
      found.fields.push(JSON.stringify([node.nodeName, attributes.name, attributes.value]));
    if ('childNodes' in node) waiting.push(...node.childNodes.toReversed());
  }
  const flat = Object.fromEntries(Object.entries(found).map(([key, parts]) => [key, parts.join('\n')]));
  return { ...flat, text: found.text.join('').replaceAll(/\s+/g, '') };
}
