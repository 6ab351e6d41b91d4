import { readPacked } from '../../base/packed-file.js';

/** A part of libjxl, built by scripts/jxl.js. */
const PROGRAM = new URL('repack.wasm.br', import.meta.url);

/** Effort of libjxl. The highest saves another half percent in 15 times the time. */
const EFFORT = 7;

/** Bytes of the size before a result. */
const SIZE_BYTES = 4;

/** @type {WebAssembly.Module | null} */
let compiled = null;

/**
 * Repacks a JPEG as JPEG XL: the coefficients stay the same and take fewer bytes. Metadata is left out, except for the
 * colour profile and the orientation.
 * @param {Uint8Array} jpeg
 * @returns {Uint8Array | null} null if its coefficients cannot be repacked
 */
export function repackJpeg(jpeg) {
  compiled ??= new WebAssembly.Module(new Uint8Array(readPacked(PROGRAM)));
  // An instance of its own for each image, because its memory never shrinks.
  const { exports } = new WebAssembly.Instance(compiled, denyImports(compiled));
  const { _initialize, malloc, repack, memory } = /** @type {Exports} */ (/** @type {unknown} */ (exports));
  _initialize();
  const from = malloc(jpeg.length);
  new Uint8Array(memory.buffer, from, jpeg.length).set(jpeg);
  const to = repack(from, jpeg.length, EFFORT);
  if (to === 0) return null;
  const size = new DataView(memory.buffer).getUint32(to, true);
  return new Uint8Array(memory.buffer, to + SIZE_BYTES, size).slice();
}

/**
 * @typedef {object} Exports
 * @property {() => void} _initialize
 * @property {(size: number) => number} malloc
 * @property {(jpeg: number, size: number, effort: number) => number} repack returns an address, 0 if it fails
 * @property {WebAssembly.Memory} memory
 */

/**
 * Returns imports that fail: the program needs nothing from outside, and those of its functions that are not linked are
 * never called.
 * @param {WebAssembly.Module} module
 */
function denyImports(module) {
  /** @type {WebAssembly.Imports} */
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = () => {
      throw new Error(`The JPEG XL encoder called “${name}”, which it may not.`);
    };
  }
  return imports;
}
