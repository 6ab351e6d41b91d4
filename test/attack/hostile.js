/** @import { Row } from '../../bench/attack.js' */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { makeRandom } from '../../bench/random.js';
import { makeChunk } from '../../lib/images/png/png-write.js';
import { makeHar } from './support/hostile-har.js';
import { inScratch, QUICK, runCommand } from './support/run.js';
import { drawShape, TEXT_FAMILIES, writeShape } from './support/shapes.js';

/** Number of files per family, several per site. */
const FILES = Number(process.env.ATTACK_FILES ?? 200);
const FIRST = Number(process.env.ATTACK_SEED ?? 1);
const ONLY = process.env.ATTACK_FAMILY;
const AT_ONCE = 10;
const CHARACTERS = 60_000;
/** Time limit per site, in seconds: each file may take 30 s of CPU time, two at a time. */
const LIMIT_SECONDS = 60 + (AT_ONCE * 30) / 2;
/** Time limit per HAR file, in seconds: 10 s for the file, 10 s per megabyte, and as much again on a busy machine. */
const HAR_LIMIT_SECONDS = 60;
const MAX_MEGABYTES = 1500;
const NAMES = {
  html: 'html',
  css: 'css',
  script: 'js',
  json: 'json',
  svg: 'svg',
  xml: 'xml',
  font: 'woff',
  woff2: 'woff2',
  image: 'png',
  avif: 'avif',
};

/** Families whose files contain numbers and compressed data. */
const BINARY_FAMILIES = ['font', 'woff2', 'image', 'avif'];
/** A small AVIF image whose declared size is then changed. */
const AVIF = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
  .avif()
  .toBuffer();

/**
 * Builds sites of files designed to be slow: each build ends in time, with exit code 0 or 2, and within its memory
 * limit.
 * @returns {Promise<Row[]>}
 */
export async function run() {
  /** @type {Row[]} */
  const rows = [];
  for (const family of [...TEXT_FAMILIES, ...BINARY_FAMILIES])
    if (ONLY === undefined || ONLY === family) rows.push(await tryFamily(/** @type {keyof typeof NAMES} */ (family)));
  if (ONLY === undefined || ONLY === 'har') rows.push(await tryHarFiles());
  return rows;
}

/** Audits and estimates HAR files, one each. @returns {Promise<Row>} */
async function tryHarFiles() {
  const faults = [];
  let [slowest, rejected, most] = [0, 0, 0];
  for (let seed = FIRST; seed < FIRST + FILES; seed++) {
    const [command, ...flags] = seed % 2 ? ['audit', '--browser', 'off', '--verify', 'off'] : ['estimate'];
    const { code, seconds, err, megabytes } = await inScratch((folder) => {
      writeFileSync(join(folder, 'f.har'), makeHar(makeRandom(seed * 2654435761)));
      const argv = [command, 'f.har', ...flags, '--cache', 'off', '--quiet'];
      return runCommand(argv, { cwd: folder, limitSeconds: HAR_LIMIT_SECONDS });
    });
    slowest = Math.max(slowest, seconds);
    most = Math.max(most, megabytes);
    rejected += Number(code === 2);
    const isNamed = code === 0 || (code === 2 && err.includes('f.har'));
    if (!isNamed) faults.push(`${command} of ${seed}: exit ${code}: ${err.trim().slice(-200)}`);
    else if (megabytes > MAX_MEGABYTES) faults.push(`${command} of ${seed}: ${megabytes} MB`);
  }
  const fine = `exit 0 or 2; the slowest took ${Math.round(slowest)} s, ${rejected} were rejected, ${most} MB at most`;
  return {
    what: 'hostile files: har',
    tried: FILES,
    failed: faults.length,
    result: faults.slice(0, 4).join('; ') || fine,
  };
}

/** @param {keyof typeof NAMES} family @returns {Promise<Row>} */
async function tryFamily(family) {
  const faults = [];
  let [slowest, named, most] = [0, 0, 0];
  for (let seed = FIRST; seed < FIRST + FILES; seed += AT_ONCE) {
    const ended = await inScratch((folder) => buildOne(folder, family, seed));
    slowest = Math.max(slowest, ended.seconds);
    most = Math.max(most, ended.megabytes);
    named += ended.named;
    if (ended.fault) faults.push(`from ${seed}: ${ended.fault}`);
  }
  const time = `the slowest site took ${Math.round(slowest)} s`;
  const fine = `exit 0 or 2; ${time}, ${named} files were named, ${most} MB at most`;
  return {
    what: `hostile files: ${family}`,
    tried: FILES,
    failed: faults.length,
    result: faults.slice(0, 4).join('; ') || fine,
  };
}

/** @param {string} folder @param {keyof typeof NAMES} family @param {number} seed */
async function buildOne(folder, family, seed) {
  const names = Array.from({ length: AT_ONCE }, (_, at) => `f${seed + at}.${NAMES[family]}`);
  for (const [at, name] of names.entries()) writeFileSync(join(folder, name), makeFile(family, seed + at));
  writeFileSync(join(folder, 'index.html'), `<!doctype html><title>x</title>${names.map(markupFor).join('')}`);
  const argv = ['build', '.', '--out', '../out', '--force', '--cache', 'off', '--json', 'report.json', ...QUICK];
  const { code, seconds, err, megabytes } = await runCommand(argv, { cwd: folder, limitSeconds: LIMIT_SECONDS });
  const isNamed = code === 0 || names.some((name) => err.includes(name)) || /index\.html/.test(err);
  const fault =
    code === 0 || (code === 2 && isNamed)
      ? megabytes > MAX_MEGABYTES
        ? `${megabytes} MB`
        : ''
      : `exit ${code}: ${err.trim().slice(-200)}`;
  return { seconds, megabytes, fault, named: code === 0 ? namedIn(join(folder, 'report.json')) : 1 };
}

/** @param {string} report */
function namedIn(report) {
  const { warnings } = JSON.parse(readFileSync(report, 'utf8'));
  return warnings.filter((/** @type {{ code: string }} */ { code }) => code === 'out-of-budget').length;
}

/** @param {string} name */
function markupFor(name) {
  if (name.endsWith('.css')) return `<link rel=stylesheet href=${name}>`;
  if (name.endsWith('.js')) return `<script src=${name}></script>`;
  if (/\.woff2?$/.test(name)) {
    const family = name.replace(/\..*/, '');
    const face = `@font-face{font-family:${family};src:url(${name})}`;
    return `<style>${face}.${family}{font-family:${family}}</style><p class=${family}>Text`;
  }
  return /svg|png|avif$/.test(name) ? `<img src=${name} alt="">` : `<a href=${name}>next</a>`;
}

/** @param {keyof typeof NAMES} family @param {number} seed */
function makeFile(family, seed) {
  if (family === 'font') return makeFont(makeRandom(seed * 7919));
  if (family === 'image') return makePng(makeRandom(seed * 7919));
  if (family === 'woff2') return makeWoff2(makeRandom(seed * 7919));
  if (family === 'avif') return makeAvif(makeRandom(seed * 7919));
  return writeShape(family, drawShape(family, seed), CHARACTERS);
}

/** Creates a font that only contains a character table with many repeated entries. @param {() => number} draw */
function makeFont(draw) {
  const count = 1 + Math.floor(draw() * 4000);
  const [head, table] = [Buffer.alloc(40), Buffer.alloc(16 + count * 12)];
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt16BE(1, 4);
  head.write('cmap', 12, 'latin1');
  head.writeUInt32BE(28, 20);
  head.writeUInt32BE(12 + table.length, 24);
  head.writeUInt16BE(1, 30);
  head.writeUInt32BE(12, 36);
  table.writeUInt16BE(12, 0);
  table.writeUInt32BE(draw() < 0.2 ? 0xffffffff : count, 12);
  for (let index = 0; index < count; index++) {
    table.writeUInt32BE(draw() < 0.5 ? 0 : Math.floor(draw() * 0x110000), 16 + index * 12);
    table.writeUInt32BE(draw() < 0.5 ? 0xffffffff : 0x10ffff, 20 + index * 12);
  }
  return Buffer.concat([head, table]);
}

/**
 * Creates a WOFF2 font whose compressed tables are much longer than the file, or than declared.
 * @param {() => number} draw
 */
function makeWoff2(draw) {
  const tables = 1 + Math.floor(draw() * 40);
  const length = 1 + Math.floor(draw() * 60_000_000);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
  const body = brotliCompressSync(Buffer.alloc(draw() < 0.7 ? length : 100), quality);
  const entries = Buffer.alloc(tables * 6);
  for (let table = 0; table < tables; table++) {
    entries[table * 6] = Math.floor(draw() * 63);
    // A length of 28 bits in groups of seven.
    entries.set([0x80 | Math.floor(draw() * 128), 0xff, 0xff, Math.floor(draw() * 128)], table * 6 + 1);
  }
  const head = Buffer.alloc(48);
  head.write('wOF2', 0, 'latin1');
  head.writeUInt32BE(0x00010000, 4);
  head.writeUInt32BE(head.length + entries.length + body.length, 8);
  head.writeUInt16BE(tables, 12);
  head.writeUInt32BE(length, 16);
  head.writeUInt32BE(draw() < 0.9 ? body.length : 0xffffffff, 20);
  return Buffer.concat([head, entries, body]);
}

/** Creates an AVIF image that declares more pixels than it has. @param {() => number} draw */
function makeAvif(draw) {
  const image = Buffer.from(AVIF);
  const size = image.indexOf('ispe', 0, 'latin1') + 'ispe'.length + 4;
  image.writeUInt32BE(1 + Math.floor(draw() * 65_535), size);
  image.writeUInt32BE(1 + Math.floor(draw() * 65_535), size + 4);
  for (let changes = Math.floor(draw() * 4); changes > 0; changes--)
    image[Math.floor(draw() * image.length)] = Math.floor(draw() * 256);
  return image;
}

/** Creates a PNG image or animation with many more pixels than bytes. @param {() => number} draw */
function makePng(draw) {
  const [width, height] = [1 + Math.floor(draw() * 9000), 1 + Math.floor(draw() * 9000)];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, draw() < 0.5 ? 6 : 2, 0, 0, 0], 8);
  const control = Buffer.alloc(8);
  control.writeUInt32BE(Math.floor(draw() * 5000), 0);
  const pixels = deflateSync(Buffer.alloc(Math.min(60_000_000, (width * 4 + 1) * height)), { level: 9 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    makeChunk('IHDR', header),
    ...(draw() < 0.5 ? [makeChunk('acTL', control)] : []),
    makeChunk('IDAT', pixels),
    makeChunk('IEND', Buffer.alloc(0)),
  ]);
}
