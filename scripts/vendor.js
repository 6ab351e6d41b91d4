/*
 * node scripts/vendor.js -- [WEIGHTS.onnx]
 *
 * Writes the runtime of the third text reader into lib/text-images/read/models, from the development dependency
 * onnxruntime-web, and its weights if a file is named. The package of that runtime takes 68 MB, of which the reader
 * needs two files.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';

const models = new URL('../lib/text-images/read/models/', import.meta.url);
const runtime = new URL('../node_modules/onnxruntime-web/dist/', import.meta.url);

for (const [source, target] of [
  ['ort.wasm-core.min.js', 'ort.wasm-core.js.br'],
  ['ort-wasm-simd.wasm', 'ort-wasm-simd.wasm.br'],
]) {
  const packed = packFile(readFileSync(new URL(source, runtime)));
  writeFileSync(new URL(target, models), packed);
  console.log(`${target}: ${packed.length} B`);
}

const [weights] = process.argv.slice(2);
if (weights) {
  const planes = splitPlanes(readFileSync(weights));
  writeFileSync(new URL('latin_PP-OCRv3_rec.onnx.br', models), packFile(planes));
}

/** Returns every fourth byte, then those after them, in the form that `joinPlanes` joins. @param {Uint8Array} bytes */
function splitPlanes(bytes) {
  return Uint8Array.from([0, 1, 2, 3].flatMap((plane) => [...bytes].filter((_, at) => at % 4 === plane)));
}

/** Compresses bytes with the highest quality, in a window that contains all of them. @param {Uint8Array} bytes */
function packFile(bytes) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotliCompressSync(bytes, { params });
}
