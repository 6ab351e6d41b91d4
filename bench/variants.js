import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { compressVariants, isCompressible } from '../lib/output/pack/variants.js';
import { fileTypeOf } from '../lib/site/file-type.js';

/*
 * Compares the bytes and CPU time of compressed copies with those of other tools for the same text.
 * npm run bench -- variants NAME=FOLDER …: a number of files of each, spread evenly
 * Rows are stored in bench/variants/results.json, from which docs/variants.md is written.
 */

const FILES = 12;
const LARGEST = 1 << 20;

/** @typedef {Record<string, { bytes: number, seconds: number }>} Sizes by method */
/** @typedef {{ files: number, of: number, bytes: number, ways: Sizes }} Result */

/** @type {Record<string, (bytes: Buffer) => Promise<number> | number>} */
const OTHERS = {
  'gzip: gzip -9': (bytes) => gzipSync(bytes, { level: 9 }).length,
  'gzip: zopfli, 15 iterations': async (bytes) =>
    (await (await import('@gfx/zopfli')).gzipAsync(bytes, { numiterations: 15 })).length,
  'brotli: brotli -q 11 -w 24': (bytes) =>
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }).length,
  // Its gzip is that of gzip -9.
  'brotli: vite-plugin-compression2 2.5.3': (bytes) => brotliCompressSync(bytes).length,
  'zstd: zstd -19 --long': (bytes) =>
    zstdCompressSync(bytes, {
      params: { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_enableLongDistanceMatching]: 1 },
    }).length,
};

const KINDS = /** @type {const} */ ([
  ['gzip', 'gz'],
  ['brotli', 'br'],
  ['zstd', 'zst'],
]);
const WAYS = Object.fromEntries(
  KINDS.flatMap(([kind, suffix]) => [
    ...Object.entries(OTHERS).filter(([name]) => name.startsWith(kind)),
    .../** @type {const} */ (['fast', 'balanced', 'max']).map((effort) => [
      `${kind}: pagethrift, ${effort}`,
      async (/** @type {Buffer} */ bytes) =>
        (await compressVariants(bytes, { effort, variants: [suffix] }))[0]?.bytes.length ?? bytes.length,
    ]),
  ]),
);

const kept = new URL('variants/results.json', import.meta.url);
/** @type {Record<string, Result>} */
const results = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {};
for (const word of process.argv.slice(2)) {
  const [name, folder] = word.split('=');
  results[name] = await measure(folder);
  console.log(name, JSON.stringify(results[name], null, 1));
}
mkdirSync(new URL('.', kept), { recursive: true });
writeFileSync(kept, `${JSON.stringify(results, null, 2)}\n`);
writeFileSync(new URL('../docs/variants.md', import.meta.url), writePage());

/** @param {string} folder @returns {Promise<Result>} */
async function measure(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:gz|br|zst|dcb|dcz)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  const texts = files.flatMap((path) => {
    const bytes = readFileSync(path);
    return bytes.length > 0 && bytes.length < LARGEST && isCompressible(path, fileTypeOf(path, bytes)) ? [bytes] : [];
  });
  const count = Math.min(FILES, texts.length);
  const sample = Array.from({ length: count }, (_, index) => texts[Math.floor((index * texts.length) / count)]);
  /** @type {Sizes} */
  const ways = {};
  for (const [name, compress] of Object.entries(WAYS)) {
    // Loading modules at the first call is not counted.
    await compress(Buffer.from(sample[0]));
    const from = process.cpuUsage();
    let bytes = 0;
    for (const text of sample) bytes += await compress(Buffer.from(text));
    const { user, system } = process.cpuUsage(from);
    ways[name] = { bytes, seconds: (user + system) / 1e6 };
  }
  return { files: count, of: texts.length, bytes: sample.reduce((sum, { length }) => sum + length, 0), ways };
}

/** Writes the docs page from all results. */
function writePage() {
  const sites = Object.entries(results);
  const row = (/** @type {readonly (string | number)[]} */ cells) => `| ${cells.join(' | ')} |\n`;
  const table = (/** @type {(way: string, result: Result) => string} */ say) =>
    [
      row(['', ...sites.map(([name]) => name)]),
      row(['---', ...sites.map(() => '--:')]),
      row(['texts', ...sites.map(([, { files, of }]) => `${files} of ${of}`)]),
      row(['their bytes', ...sites.map(([, { bytes }]) => bytes)]),
      ...Object.keys(WAYS).map((way) => row([way, ...sites.map(([, result]) => say(way, result))])),
    ].join('');
  return (
    `# Compressed copies compared with other tools

<!-- Written by “npm run bench -- variants NAME=FOLDER …”; change bench/variants.js, not this file. -->

The tables list the bytes of compressed copies of the same texts, taken evenly from each site, and the CPU time of the
compression. Measured with Node.js ${process.versions.node}. ` +
    `\`--effort\` is \`fast\`, \`balanced\` (the default) or \`max\`. A copy that saves
less than a packet or 2 % is not written, and the text itself counts. The usual compression plugin of Vite uses zlib at
its highest levels.

## Bytes

${table((way, { ways }) => String(ways[way].bytes))}
## CPU time in seconds

${table((way, { ways }) => ways[way].seconds.toFixed(2))}`
  );
}
