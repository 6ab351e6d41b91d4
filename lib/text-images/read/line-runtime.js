import { createContext, runInContext } from 'node:vm';
import { joinPlanes, readPacked } from '../../base/packed-file.js';

const MODELS = new URL('./models/', import.meta.url);
const WEIGHTS = new URL('latin_PP-OCRv6_small_rec.onnx.br', MODELS);
/** ONNX Runtime Web for browsers, without threads, which `node scripts/vendor.js` copies. */
const RUNTIME = new URL('ort.wasm-core.js.br', MODELS);
const BINARY = new URL('ort-wasm-simd.wasm.br', MODELS);
/** Address that the runtime uses for its binary. It requests nothing else. */
const RUNTIME_URL = 'https://runtime.invalid/';

/**
 * The part of ONNX Runtime Web that is used.
 * @typedef {{ dims: number[], data: Float32Array }} Tensor
 * @typedef {{ inputNames: string[], outputNames: string[],
 *   run: (inputs: Record<string, Tensor>) => Promise<Record<string, Tensor>> }} Session
 * @typedef {{ env: { wasm: { numThreads: number, wasmPaths: string } },
 *   Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => Tensor,
 *   InferenceSession: { create: (weights: Uint8Array, options: object) => Promise<Session> } }} Runtime
 */

/**
 * Starts the runtime in a context with only the globals that it needs, and loads the weights. Its `fetch` returns the
 * packed binary for every address.
 * @returns {Promise<{ session: Session, Tensor: Runtime['Tensor'] }>}
 */
export async function openLineNetwork() {
  const { env, InferenceSession, Tensor } = loadRuntime();
  env.wasm.numThreads = 1;
  env.wasm.wasmPaths = RUNTIME_URL;
  const weights = joinPlanes(readPacked(WEIGHTS));
  return { session: await InferenceSession.create(weights, { executionProviders: ['wasm'] }), Tensor };
}

/** @returns {Runtime} */
function loadRuntime() {
  const fetchBinary = async () =>
    new Response(new Uint8Array(readPacked(BINARY)), { headers: { 'content-type': 'application/wasm' } });
  /** @type {Record<string, unknown>} */
  const scope = {
    ...{ ArrayBuffer, BigInt64Array, BigUint64Array, Float32Array, Int32Array, Uint8Array, WebAssembly },
    ...{ TextDecoder, TextEncoder, URL, Response, clearTimeout, console, performance, setTimeout },
    fetch: fetchBinary,
    location: { href: RUNTIME_URL },
    navigator: { userAgent: '', hardwareConcurrency: 1 },
  };
  scope.self = scope;
  runInContext(readPacked(RUNTIME).toString('utf8'), createContext(scope));
  return /** @type {Runtime} */ (scope.ort);
}
