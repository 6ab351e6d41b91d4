import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { joinPlanes, readPacked } from '../../lib/base/packed-file.js';
import { EXAMPLES } from './examples.js';

/** @typedef {import('esbuild').Plugin} Plugin */

const root = new URL('../../', import.meta.url);
const play = new URL('scripts/play/', root);
const models = new URL('lib/text-images/read/models/', root);

/** Modules that the browser does not need, by the file that replaces them. */
const STAND_INS = Object.freeze({
  zlib: ['node:zlib', 'libdeflate'],
  crypto: ['node:crypto'],
  nothing: [
    ...['node:fs', 'node:fs/promises', 'node:module', 'node:path', 'node:url', 'node:worker_threads'],
    ...['tinypool', 'tesseract.js', 'word-list'],
  ],
});

/** The body of the page. Its frame is that of all pages. */
export const PLAYGROUND = `<h1>Playground</h1>
<p>Drop an image, a HAR file, a page with its files, or a report of pagethrift. Everything is computed in this tab, and no file leaves it.</p>
<div id="zone"><label for="files">Choose or drop files</label> <input id="files" type="file" multiple></div>
<p id="examples">Or try an example: </p>
<fieldset id="links"><legend>Links, for HAR files and pages</legend></fieldset>
<fieldset id="versions"><legend>HTTP versions</legend></fieldset>
<p id="status" role="status"></p>
<div id="result"></div>
<noscript><p>The playground needs scripts.</p></noscript>
<script src="play.js"></script>`;

/** Styles that only the playground needs. */
export const PLAYGROUND_STYLE = `
#zone { border: 2px dashed currentColor; border-radius: .5rem; padding: 2rem 1rem; text-align: center; }
#zone.over { outline: 3px solid; }
#examples button { margin: .15rem .3rem; }
button, input { font: inherit; }
fieldset label { display: inline-block; margin-right: 1rem; padding: .2rem 0; }
#status:not(:empty) { font-weight: 600; }
.pictures { margin-top: 1.5rem; display: flex; flex-wrap: wrap; gap: 1rem; }
.pictures figure { margin: 0; }
.pictures img { max-width: 100%; background: repeating-conic-gradient(#8883 0 25%, #fff0 0 50%) 0 0 / 16px 16px; }
iframe { width: 100%; height: 80vh; border: 1px solid; background: #fff; }
`;

/**
 * Writes the scripts of the playground and the models that it may load into a folder.
 * @param {string} folder
 */
export async function writePlayground(folder) {
  mkdirSync(join(folder, 'models'), { recursive: true });
  // The report contains the source of its functions, which call each other by name.
  const entries = { 'play.js': ['main.js', true], 'pages.js': ['pages.js', true], 'report.js': ['report.js', false] };
  for (const [target, [source, minifyIdentifiers]] of Object.entries(entries))
    await bundle(String(source), join(folder, target), minifyIdentifiers === true);
  writeModels(join(folder, 'models'));
}

/** @param {string} source @param {string} outfile @param {boolean} minifyIdentifiers */
async function bundle(source, outfile, minifyIdentifiers) {
  await build({
    entryPoints: [fileURLToPath(new URL(source, play))],
    outfile,
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minifySyntax: true,
    minifyWhitespace: true,
    minifyIdentifiers,
    inject: [fileURLToPath(new URL('stand-ins/buffer.js', play))],
    define: { 'import.meta.url': 'document.baseURI', 'process.platform': '"browser"', 'process.env.NODE_ENV': '""' },
    loader: { '.br': 'binary' },
    plugins: [standIn, packedData],
    logLevel: 'warning',
  });
}

/** @param {string} folder */
function writeModels(folder) {
  const most = { level: constants.Z_BEST_COMPRESSION };
  const weights = joinPlanes(readPacked(new URL('latin_PP-OCRv6_small_rec.onnx.br', models)));
  writeFileSync(join(folder, 'latin.onnx.gz'), gzipSync(weights, most));
  writeFileSync(join(folder, 'latin.txt'), readFileSync(new URL('latin_PP-OCRv6_small_rec.txt', models)));
  writeFileSync(join(folder, 'ort.js'), readPacked(new URL('ort.wasm-core.js.br', models)));
  writeFileSync(join(folder, 'ort-wasm-simd.wasm'), readPacked(new URL('ort-wasm-simd.wasm.br', models)));
}

/** @type {Plugin} */
const standIn = {
  name: 'stand-in',
  setup({ onResolve }) {
    for (const [file, names] of Object.entries(STAND_INS)) {
      const filter = new RegExp(`^(?:${names.map((name) => name.replaceAll('.', '\\.')).join('|')})$`);
      onResolve({ filter }, () => ({ path: fileURLToPath(new URL(`stand-ins/${file}.js`, play)) }));
    }
    onResolve({ filter: /base\/packed-file\.js$/ }, () => ({
      path: fileURLToPath(new URL('stand-ins/packed-file.js', play)),
    }));
  },
};

/** @type {Plugin} */
const packedData = {
  name: 'packed-data',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^packed:/ }, ({ path }) => ({ path, namespace: 'packed' }));
    onLoad({ filter: /^packed:kinds$/, namespace: 'packed' }, () => ({
      contents: readPacked(new URL('lib/images/analyse/kinds.json.br', root)),
      loader: 'text',
    }));
    onLoad({ filter: /^packed:examples$/, namespace: 'packed' }, () => ({
      contents: `const bytesOf = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
export default ${JSON.stringify(EXAMPLES)}.map(({ id, title, files }) => ({ id, title, files: files.map(
  ({ name, data }) => ({ name, bytes: bytesOf(data) })) }));`,
      loader: 'js',
    }));
  },
};
