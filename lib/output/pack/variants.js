import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { gzip as libdeflateGzip, zlib as libdeflateZlib } from 'libdeflate';

/** @typedef {'fast' | 'balanced' | 'max'} Effort */
/** @typedef {'gz' | 'br' | 'zst' | 'deflate'} VariantName */
/** @typedef {{ suffix: string, encoding: 'gzip' | 'br' | 'zstd' | 'deflate', bytes: Uint8Array }} Variant */

/** Bytes of a megabyte. */
const MEGABYTE = 1 << 20;
/** Payload of a TCP packet on Ethernet: 1,500 minus two headers of 20 bytes. */
const PACKET_BYTES = 1460;

/** Max size for the best brotli with effort `balanced`. The next megabyte costs more than a second. */
const BROTLI_BEST_UP_TO = MEGABYTE;
/**
 * Quality of brotli with effort `fast`, in a thirtieth of the best's time. On four sites 5 is 9 to 18 % above the best,
 * 8 is 8 to 17 % in hardly more time; 9 takes five times as long for the next percent.
 */
const BROTLI_FAST = 8;
/** Larger files are downloads, which are not worth minutes of compression: every encoder uses its fast level. */
const BALANCED_UP_TO = 16 * MEGABYTE;
/** Larger files are compressed by zlib, because WebAssembly memory never shrinks. */
const LIBDEFLATE_UP_TO = 4 * MEGABYTE;
const ZOPFLI_UP_TO = 8 * MEGABYTE;
/** Level of libdeflate with effort `max`. */
const LIBDEFLATE_BEST = 12;
/**
 * Level with effort `balanced`. Few browsers request gzip or zstd, as all accept brotli. Its results are almost as
 * small as with 12, in two thirds of the time.
 */
const LIBDEFLATE_BALANCED = 11;
/** Level of zstd with effort `balanced`. On the same files 0.5 % larger than 19, in less than half of the time. */
const ZSTD_BALANCED = 16;
/** Browsers reject zstd windows over 8 MB: https://www.rfc-editor.org/rfc/rfc9659 */
const ZSTD_MOST_WINDOW_LOG = 23;

/**
 * Smaller files get no copy: its header and the lookup cost as much as it saves. They have 0.01 % of all copies' bytes
 * on five sites.
 */
const TINY_BYTES = 200;

/** Source maps are fetched by developer tools alone, and are most of the bytes of a bundler's output. */
const MAP = /\.map$/i;

/** Binary types that compress well. */
const COMPRESSIBLE = /\.(?:svg|wasm|ttf|otf|eot|ico|cur|bmp)$/i;

/**
 * Returns true if variants are made of a file: text, and the few binary formats without own compression.
 * @param {string} path
 * @param {import('../../site/types.ts').FileType} type
 */
export function isCompressible(path, type) {
  if (MAP.test(path)) return false;
  return type === 'html' || type === 'css' || type === 'script' || type === 'text' || COMPRESSIBLE.test(path);
}

/**
 * Makes compressed copies of a file, each only if it saves a packet or 2 %, whichever is less. The same bytes always
 * give the same result.
 * @param {Uint8Array} bytes
 * @param {{ effort?: Effort, variants?: readonly VariantName[] }} [options]
 * @returns {Promise<Variant[]>}
 */
export async function compressVariants(bytes, { effort = 'balanced', variants = ['gz', 'br', 'zst'] } = {}) {
  if (bytes.length < TINY_BYTES) return [];
  const most = bytes.length - Math.max(1, Math.min(PACKET_BYTES, Math.ceil(bytes.length * 0.02)));
  const level = effort === 'balanced' && bytes.length > BALANCED_UP_TO ? 'fast' : effort;
  /** @type {Variant[]} */
  const made = [];
  for (const name of new Set(variants)) {
    const { encoding, compress } = ENCODERS[name];
    const compressed = await compress(bytes, level);
    if (compressed.length <= most) made.push({ suffix: `.${name}`, encoding, bytes: compressed });
  }
  return made;
}

/**
 * @type {Record<VariantName, { encoding: Variant['encoding'], compress: (bytes: Uint8Array, effort: Effort) =>
 *   Promise<Uint8Array> }>}
 */
const ENCODERS = {
  gz: { encoding: 'gzip', compress: async (bytes, effort) => withoutSystem(await makeGzip(bytes, effort)) },
  br: { encoding: 'br', compress: async (bytes, effort) => makeBrotli(bytes, effort) },
  zst: { encoding: 'zstd', compress: async (bytes, effort) => makeZstd(bytes, effort) },
  deflate: { encoding: 'deflate', compress: makeDeflate },
};

/**
 * @param {Uint8Array} bytes
 * @param {Effort} effort
 */
async function makeGzip(bytes, effort) {
  if (effort === 'fast') return gzipSync(bytes, { level: 6 });
  if (bytes.length > ZOPFLI_UP_TO) return gzipSync(bytes, { level: 9, memLevel: 9 });
  const level = effort === 'max' ? LIBDEFLATE_BEST : LIBDEFLATE_BALANCED;
  const best =
    bytes.length > LIBDEFLATE_UP_TO ? gzipSync(bytes, { level: 9, memLevel: 9 }) : libdeflateGzip(bytes, level);
  return effort === 'max' ? smaller(best, await (await loadZopfli()).gzipAsync(bytes, zopfliOptions(bytes))) : best;
}

/**
 * @param {Uint8Array} bytes
 * @param {Effort} effort
 */
async function makeDeflate(bytes, effort) {
  if (effort === 'fast') return deflateSync(bytes, { level: 6 });
  if (bytes.length > ZOPFLI_UP_TO) return deflateSync(bytes, { level: 9, memLevel: 9 });
  const level = effort === 'max' ? LIBDEFLATE_BEST : LIBDEFLATE_BALANCED;
  const best =
    bytes.length > LIBDEFLATE_UP_TO ? deflateSync(bytes, { level: 9, memLevel: 9 }) : libdeflateZlib(bytes, level);
  return effort === 'max' ? smaller(best, await (await loadZopfli()).zlibAsync(bytes, zopfliOptions(bytes))) : best;
}

/**
 * @param {Uint8Array} bytes
 * @param {Effort} effort
 */
function makeBrotli(bytes, effort) {
  const quality = effort === 'fast' ? BROTLI_FAST : effort === 'max' || bytes.length <= BROTLI_BEST_UP_TO ? 11 : 9;
  const modes = effort === 'max' ? [constants.BROTLI_MODE_GENERIC, constants.BROTLI_MODE_TEXT] : [undefined];
  /** @type {Uint8Array[]} */
  const made = modes.map((mode) =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_LGWIN]: effort === 'max' || quality === 9 ? 24 : 22,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        ...(mode === undefined ? {} : { [constants.BROTLI_PARAM_MODE]: mode }),
      },
    }),
  );
  return made.reduce(smaller);
}

/**
 * @param {Uint8Array} bytes
 * @param {Effort} effort
 */
function makeZstd(bytes, effort) {
  const level = effort === 'fast' ? 9 : effort === 'max' ? 22 : ZSTD_BALANCED;
  const windowLog = Math.min(ZSTD_MOST_WINDOW_LOG, Math.max(10, Math.ceil(Math.log2(bytes.length + 1))));
  return zstdCompressSync(bytes, {
    pledgedSrcSize: bytes.length,
    params: {
      [constants.ZSTD_c_compressionLevel]: level,
      [constants.ZSTD_c_windowLog]: windowLog,
      [constants.ZSTD_c_checksumFlag]: 0,
    },
  });
}

/**
 * Loads the library on first use: it takes the process's `uncaughtException`, which is only acceptable in a worker
 * thread.
 */
function loadZopfli() {
  return import('@gfx/zopfli');
}

/** @param {Uint8Array} bytes */
function zopfliOptions(bytes) {
  return { numiterations: bytes.length > MEGABYTE ? 5 : 15, blocksplittingmax: 0 };
}

/**
 * Sets the header's field for the operating system to “unknown”, so that every machine writes the same file.
 * @param {Uint8Array} gzip
 */
function withoutSystem(gzip) {
  gzip[9] = 255;
  return gzip;
}

/**
 * @param {Uint8Array} a
 * @param {Uint8Array} b
 */
function smaller(a, b) {
  return b.length < a.length ? b : a;
}
