import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { compressVariants, isCompressible } from '../lib/pack/variants.js';
import { fileTypeOf } from '../lib/site/file-type.js';

/*
 * Bytes and processor time of compressed copies, beside what other tools make of the same texts.
 *   npm run bench:variants -- FOLDER …     so many files of each, spread evenly
 * The Vite plugins for compression call zlib as here: gzip at 9, brotli at 11.
 */

const FILES = 30;
const LARGEST = 1 << 20;

/** @type {Record<string, (bytes: Buffer) => Promise<number> | number>} */
const WAYS = {
  'gzip -9': (bytes) => gzipSync(bytes, { level: 9 }).length,
  zopfli: async (bytes) => (await (await import('@gfx/zopfli')).gzipAsync(bytes, { numiterations: 15 })).length,
  'brotli -q 11': (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }).length,
  'zstd -19 --long': (bytes) =>
    zstdCompressSync(bytes, {
      params: { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_enableLongDistanceMatching]: 1 },
    }).length,
};
for (const effort of /** @type {const} */ (['fast', 'balanced', 'max'])) {
  for (const name of /** @type {const} */ (['gz', 'br', 'zst'])) {
    WAYS[`${effort} .${name}`] = async (bytes) =>
      (await compressVariants(bytes, { effort, variants: [name] }))[0]?.bytes.length ?? bytes.length;
  }
}

for (const folder of process.argv.slice(2)) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:gz|br|zst)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  const texts = files.flatMap((path) => {
    const bytes = readFileSync(path);
    return bytes.length > 0 && bytes.length < LARGEST && isCompressible(path, fileTypeOf(path, bytes)) ? [bytes] : [];
  });
  const count = Math.min(FILES, texts.length);
  const sample = Array.from({ length: count }, (_, index) => texts[Math.floor((index * texts.length) / count)]);
  console.log(`${folder}: ${count} of ${texts.length} texts, ${sum(sample.map(({ length }) => length))} bytes`);
  for (const [name, compress] of Object.entries(WAYS)) {
    const from = process.cpuUsage();
    const sizes = [];
    for (const bytes of sample) sizes.push(await compress(Buffer.from(bytes)));
    const { user, system } = process.cpuUsage(from);
    console.log(
      `  ${name.padEnd(16)} ${String(sum(sizes)).padStart(9)} bytes ` +
        `${((user + system) / 1e6).toFixed(2).padStart(7)} s`,
    );
  }
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0);
}
