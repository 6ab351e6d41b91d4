import { decompose } from '../../lib/text-images/decompose/decompose.js';
import { layFlat } from '../../lib/text-images/decompose/picture.js';
import { readWithNetwork } from '../../lib/text-images/read/line-layout.js';
import { cropCoverage } from '../../lib/text-images/read/reader.js';
import { loadScript } from './load-script.js';

/** @import { DecodedImage } from '../../lib/images/types.ts' */
/** @import { Session, Runtime } from '../../lib/text-images/read/line-runtime.js' */

/** @typedef {{ lines: { text: string, certainty: number }[] } | { failed: string }} ReadText */

/** The folder of runtime, weights and characters, which the docs build writes next to the page. */
const MODELS = 'models/';

/** @type {ReturnType<typeof openNetwork> | null} */
let opening = null;

/** Reads the text of an image with the only reader that runs in a tab. @param {DecodedImage} image */
export async function tryText(image) {
  const picture = layFlat(image, 'image');
  const [taken] = picture ? decompose([picture]) : [{ failed: 'it is half transparent' }];
  if (!taken || 'failed' in taken) return { failed: taken?.failed ?? 'it has no ink' };
  opening ??= openNetwork();
  const network = await opening;
  const lines = [];
  for (const { box } of taken.lines) {
    const grey = cropCoverage(taken.coverage, taken.picture.width, taken.picture.height, box);
    lines.push(await readWithNetwork(network, grey));
  }
  return { lines };
}

/** @returns {Promise<{ session: Session, Tensor: Runtime['Tensor'], classes: string[] }>} */
async function openNetwork() {
  await loadScript(`${MODELS}ort.js`);
  const { env, InferenceSession, Tensor } = /** @type {typeof globalThis & { ort: Runtime }} */ (globalThis).ort;
  env.wasm.numThreads = 1;
  env.wasm.wasmPaths = new URL(MODELS, location.href).href;
  const [weights, characters] = await Promise.all([
    fetch(`${MODELS}latin.onnx.gz`).then(unzip),
    fetch(`${MODELS}latin.txt`).then((answer) => answer.text()),
  ]);
  const session = await InferenceSession.create(weights, { executionProviders: ['wasm'] });
  return { session, Tensor, classes: ['', ...characters, ' '] };
}

/** @param {Response} answer */
async function unzip(answer) {
  if (!answer.ok || !answer.body) throw new Error(`${answer.url} answers ${answer.status}.`);
  const plain = answer.body.pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}
