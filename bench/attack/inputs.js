/** @import { Row } from '../attack.js' */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodeImage, sniffImage } from '../../lib/codecs/decode.js';
import { InputError } from '../../lib/errors.js';
import { readPrecacheList } from '../../lib/fingerprint/workbox.js';
import { readFont } from '../../lib/fonts/read-font.js';
import { parseBaseline, parseBudgets } from '../../lib/gate/index.js';
import { parseScenario } from '../../lib/network/index.js';
import { packCss } from '../../lib/pack/css.js';
import { packHtml } from '../../lib/pack/html.js';
import { readPage } from '../../lib/page/read-page.js';
import { parseHar } from '../../lib/price/index.js';
import { readHar } from '../../lib/site/read-har.js';
import { makeFile } from '../../lib/site/read-site.js';
import { parseDeclarations, parseSheet } from '../../lib/style/parse-sheet.js';
import { scanUrls } from '../../lib/style/scan-urls.js';
import { flavours } from '../../test/cli/har-flavours.js';

/** A million takes a quarter of an hour; a part of them is named by its first number. */
const INPUTS = Number(process.env.ATTACK_INPUTS ?? 1_000_000);
const FIRST = Number(process.env.ATTACK_SEED ?? 1);
/** Files that are mutated: larger ones only take longer. */
const MOST_BYTES = 3000;
/** Of processor time: the slowest of honest inputs takes a tenth of that. */
const HANG_SECONDS = 2;
const ENCODING = { name: 'utf-8', bom: false };
const KINDS = /** @type {const} */ (['html', 'css', 'image', 'har', 'scenario', 'config', 'font', 'script']);
/** What breaks parsers: ends that do not come, nesting, escapes, numbers at the edge. */
const TOKENS = [
  '<!--',
  '-->',
  '<script>',
  '</script',
  '<table>',
  '<svg><style>',
  '<template>',
  '<plaintext>',
  '&#x110000;',
  '\0',
  '/*',
  '*/',
  'url(',
  '\\',
  '@import',
  '@media{',
  '}',
  '{',
  '"',
  "'",
  '\ufeff',
  '\u202e',
  '\ud800',
  '1e999',
  '-0',
  'null',
  '[]',
  '{}',
  '99999999999999999999',
  '__proto__',
  'data:,',
  '//',
  '?#',
  '\r\n',
  '\u0000\u00ff',
];

/** @type {Record<(typeof KINDS)[number], (bytes: Buffer) => unknown>} */
const READERS = {
  html: async (bytes) => {
    readPage(makeFile('page.html', bytes));
    await packHtml(bytes.toString());
  },
  css: async (bytes) => {
    const text = bytes.toString();
    parseSheet('a.css', text, ENCODING);
    parseDeclarations(text);
    scanUrls(text);
    await packCss(text);
  },
  image: async (bytes) => {
    sniffImage(bytes);
    await decodeImage(bytes);
  },
  har: (bytes) => {
    const text = bytes.toString();
    expected(() => parseHar(text, 'a.har'));
    expected(() => readHar(text, 'a.har'));
  },
  scenario: (bytes) => expected(() => parseScenario(JSON.parse(bytes.toString()))),
  config: (bytes) => {
    expected(() => {
      const list = JSON.parse(bytes.toString());
      // The schema has refused all else by then.
      if (Array.isArray(list)) parseBudgets(list);
    });
    expected(() => parseBaseline(bytes.toString(), 'base.json'));
  },
  font: (bytes) => readFont(bytes),
  script: (bytes) => readPrecacheList(bytes.toString()),
};

/** Files of the fixtures, and the inputs of people. @returns {Record<(typeof KINDS)[number], Buffer[]>} */
function readSeeds() {
  const root = fileURLToPath(new URL('../../fixtures', import.meta.url));
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  const ending = (/** @type {RegExp} */ pattern) =>
    files
      .filter((file) => pattern.test(file) && statSync(join(root, file)).isFile())
      .map((file) => readFileSync(join(root, file)))
      .filter(({ length }) => length > 0 && length <= MOST_BYTES);
  const json = (/** @type {unknown[]} */ values) => values.map((value) => Buffer.from(JSON.stringify(value)));
  const resources = [
    { url: '/', type: 'html', bytes: 9000 },
    { url: '/a.gif', type: 'image', bytes: 90, foundIn: '/', foundAtByte: 9 },
  ];
  return {
    html: ending(/\.html$/),
    css: ending(/\.css$/),
    image: ending(/\.(?:png|gif|jpg|webp|svg|ico|bmp)$/),
    har: json(Object.values(flavours)),
    scenario: json([
      { link: '4g', resources },
      { link: { downBitsPerSecond: 1e6, rttMs: 40 }, http: { version: '2', tls: '1.3' }, resources },
    ]),
    config: json([
      [{ pages: '**', requests: 10, 'image bytes': '20 kB', ms: 900, link: '3g' }],
      { conditions: {}, pages: {}, files: {} },
    ]),
    font: fontSeeds(),
    script: ending(/\.m?js$/).concat(
      Buffer.from('precacheAndRoute([{url:"index.html",revision:"0f3a"},{"revision":null,"url":"a.js"}],{})'),
    ),
  };
}

/** The heads of two fonts: tables and their places. */
function fontSeeds() {
  return [
    '@fontsource/arimo/files/arimo-latin-400-normal.woff2',
    '@fontsource/anton/files/anton-latin-400-normal.woff',
  ].map((path) => readFileSync(fileURLToPath(import.meta.resolve(path))).subarray(0, MOST_BYTES));
}

/**
 * Mutated real files are read or refused; nothing else is thrown, and nothing takes long.
 * @returns {Promise<Row[]>}
 */
export async function run() {
  const seeds = readSeeds();
  /** @type {Map<string, { tried: number, faults: string[] }>} */
  const rows = new Map(KINDS.map((kind) => [kind, { tried: 0, faults: [] }]));
  for (let number = FIRST; number < FIRST + INPUTS; number++) {
    const kind = KINDS[number % KINDS.length];
    const row = /** @type {{ tried: number, faults: string[] }} */ (rows.get(kind));
    const fault = await tryOne(kind, makeInput(seeds[kind], number));
    row.tried += 1;
    if (fault) row.faults.push(`${number}: ${fault}`);
  }
  return [...rows].map(([kind, { tried, faults }]) => ({
    what: `mutated ${kind}`,
    tried,
    failed: faults.length,
    result: faults.slice(0, 5).join('; ') || 'read or refused, none crashed, none hung',
  }));
}

/** @param {(typeof KINDS)[number]} kind @param {Buffer} bytes */
async function tryOne(kind, bytes) {
  const from = process.cpuUsage();
  try {
    await READERS[kind](bytes);
  } catch (error) {
    if (error instanceof Error && /is not a font|woff|font/i.test(error.message) && kind === 'font') return null;
    return error instanceof Error
      ? `${error.name}: ${error.message} ${error.stack?.split('\n')[1]?.trim()}`
      : String(error);
  }
  const { user, system } = process.cpuUsage(from);
  return user + system > HANG_SECONDS * 1e6 ? `took ${(user + system) / 1e6} s` : null;
}

/** What a user's wrong input is told. @param {() => unknown} read */
function expected(read) {
  try {
    read();
  } catch (error) {
    const isTold =
      error instanceof InputError || error instanceof SyntaxError || /^Error: scenario: /.test(String(error));
    if (!isTold) throw error;
  }
}

/**
 * One of the files with up to eight places changed: other bytes, left out, said again, a token put in, an end of
 * another.
 * @param {readonly Buffer[]} files
 * @param {number} number
 */
function makeInput(files, number) {
  const draw = random(number);
  const pick = (/** @type {number} */ below) => Math.floor(draw() * below);
  let bytes = Buffer.from(files[pick(files.length)]);
  for (let change = pick(8); change >= 0; change--) {
    const at = pick(bytes.length + 1);
    const end = Math.min(bytes.length, at + pick(40));
    const [before, part, after] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
    const other = files[pick(files.length)];
    const between = [
      [Buffer.from(part).map((byte) => byte ^ (1 << pick(8)))],
      [],
      Array(1 + pick(20)).fill(part),
      [Buffer.from(TOKENS[pick(TOKENS.length)]), part],
      [other.subarray(pick(other.length)).subarray(0, MOST_BYTES)],
      [Buffer.from(part).fill(pick(256))],
    ][pick(6)];
    bytes = Buffer.concat([before, ...between, after]).subarray(0, MOST_BYTES * 2);
  }
  return bytes;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). @param {number} seed */
function random(seed) {
  let state = (seed * 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
