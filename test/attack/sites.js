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
const LEVELS = /** @type {('safe' | 'visual' | 'lossy')[]} */ (
  (process.env.ATTACK_LEVELS ?? 'safe,visual,lossy').split(',')
);
const OPTIONS = /** @type {const} */ ({ browser: 'off', verify: 'off', cache: 'off', effort: 'fast', jobs: 2 });
const READERS = [
  ['.gz', gunzipSync],
  ['.br', brotliDecompressSync],
  ['.zst', zstdDecompressSync],
];

/** @typedef {import('parse5').DefaultTreeAdapterTypes.Node} Node */

/** @typedef {Record<'content' | 'variants' | 'twice', string[]>} Failed */

/**
 * Checks that random sites keep their content in a build at each level, and that a build of a build changes nothing.
 * @returns {Promise<Row[]>}
 */
export async function run() {
  const rows = [];
  for (const level of LEVELS) rows.push(...(await tryLevel(level)));
  return rows;
}

/** @param {'safe' | 'visual' | 'lossy'} level @returns {Promise<Row[]>} */
async function tryLevel(level) {
  /** @type {Failed} */
  const failed = { content: [], variants: [], twice: [] };
  for (let seed = FIRST; seed < FIRST + SITES; seed++)
    await inScratch((folder) => trySite(folder, { seed, level }, failed));
  const row = (/** @type {string} */ what, /** @type {string[]} */ faults) => ({
    what: `random sites at ${level}: ${what}`,
    tried: SITES,
    failed: new Set(faults.map((fault) => fault.split(' ')[0])).size,
    result: faults.length === 0 ? 'the same in all' : faults.slice(0, 12).join('; '),
  });
  return [
    row('text, links, ids, form fields and references', failed.content),
    row('each compressed file decodes to its text', failed.variants),
    row('built twice', failed.twice),
  ];
}

/** @param {string} scratch @param {{ seed: number, level: 'safe' | 'visual' | 'lossy' }} site @param {Failed} failed */
async function trySite(scratch, { seed, level }, failed) {
  const [site, one, two] = ['site', 'one', 'two'].map((name) => join(scratch, name));
  mkdirSync(site);
  await writeRandomSite(site, seed);
  await build(site, { ...OPTIONS, safety: level, out: one });
  await build(one, { ...OPTIONS, safety: level, out: two });
  failed.twice.push(...differencesOf(contentsOf(one), contentsOf(two)).map((path) => `${seed} ${path}`));
  failed.variants.push(...listWrongCopies(one).map((path) => `${seed} ${path}`));
  for (const path of listFiles(site).filter((name) => /\.html?$/.test(name))) {
    const [before, after] = [site, one].map((folder) => describePage(readFileSync(join(folder, path))));
    const other = Object.keys(before).filter((key) => before[key] !== after[key]);
    failed.content.push(...other.map((key) => `${seed} ${path}: ${key}`));
  }
  if (process.env.ATTACK_KEEP === undefined) for (const folder of [site, one, two]) rmSync(folder, { recursive: true });
}

/** Lists compressed copies that decode to other content. @param {string} folder */
function listWrongCopies(folder) {
  return /** @type {[string, (bytes: Uint8Array) => Buffer][]} */ (READERS).flatMap(([suffix, read]) => {
    const packed = (readMarker(folder)?.variants ?? []).filter((path) => path.endsWith(suffix));
    return packed.filter((path) => {
      const text = readFileSync(join(folder, path.slice(0, -suffix.length)));
      return !read(readFileSync(join(folder, path))).equals(text);
    });
  });
}

/** @param {string} folder */
function listFiles(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' });
}

/**
 * Returns the content of a page for people and programs.
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
