import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from '../../../lib/base/errors.js';
import { readFont } from '../../../lib/fonts/read-font.js';
import { decodeImage, sniffImage } from '../../../lib/images/codecs/decode.js';
import { parseScenario } from '../../../lib/network/index.js';
import { readPrecacheList } from '../../../lib/output/fingerprint/workbox.js';
import { packCss } from '../../../lib/output/pack/css.js';
import { packHtml } from '../../../lib/output/pack/html.js';
import { parseHar } from '../../../lib/plan/price/index.js';
import { parseBaseline, parseBudgets } from '../../../lib/report/gate/index.js';
import { readPage } from '../../../lib/site/page/read-page.js';
import { readHar } from '../../../lib/site/read-har.js';
import { makeFile } from '../../../lib/site/read-site.js';
import { parseDeclarations, parseSheet } from '../../../lib/site/style/parse-sheet.js';
import { scanUrls } from '../../../lib/site/style/scan-urls.js';
import { flavours } from '../../run/cli/har-flavours.js';

/** Max size of mutated files, in bytes. Larger ones only take longer. */
export const MAX_BYTES = 3000;
const ENCODING = { name: 'utf-8', bom: false };
/** Kinds of untrusted input. */
export const KINDS = /** @type {const} */ (['html', 'css', 'image', 'har', 'scenario', 'config', 'font', 'script']);

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
      // The schema has rejected all other values before.
      if (Array.isArray(list)) parseBudgets(list);
    });
    expected(() => parseBaseline(bytes.toString(), 'base.json'));
  },
  font: (bytes) => readFont(bytes),
  script: (bytes) => readPrecacheList(bytes.toString()),
};

/** Returns files of the fixtures, and user input. @returns {Record<(typeof KINDS)[number], Buffer[]>} */
export function readSeeds() {
  const root = fileURLToPath(new URL('../../../fixtures', import.meta.url));
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  const ending = (/** @type {RegExp} */ pattern) =>
    files
      .filter((file) => pattern.test(file) && statSync(join(root, file)).isFile())
      .map((file) => readFileSync(join(root, file)))
      .filter(({ length }) => length > 0 && length <= MAX_BYTES);
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

/** Returns the headers of two fonts: tables and their offsets. */
function fontSeeds() {
  return [
    '@fontsource/arimo/files/arimo-latin-400-normal.woff2',
    '@fontsource/anton/files/anton-latin-400-normal.woff',
  ].map((path) => readFileSync(fileURLToPath(import.meta.resolve(path))).subarray(0, MAX_BYTES));
}

/**
 * Reads an input as the program does. Throws unless it returns a result or rejects the input.
 * @param {(typeof KINDS)[number]} kind @param {Buffer} bytes
 */
export async function readInput(kind, bytes) {
  try {
    await READERS[kind](bytes);
  } catch (error) {
    const isRefused = kind === 'font' && error instanceof Error && /is not a font|woff|font/i.test(error.message);
    if (!isRefused) throw error;
  }
}

/** Returns the error message for invalid user input. @param {() => unknown} read */
function expected(read) {
  try {
    read();
  } catch (error) {
    const isTold =
      error instanceof InputError || error instanceof SyntaxError || /^Error: scenario: /.test(String(error));
    if (!isTold) throw error;
  }
}
