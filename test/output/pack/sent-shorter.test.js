import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { packFile } from '../../../lib/output/pack/pack-file.js';

/** @param {string} script */
const shell = (script) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"/><link rel="icon" href="/favicon.ico"/>` +
  `<meta name="viewport" content="width=device-width,initial-scale=1"/><title>Harbour</title>` +
  `<script defer="defer" src="/js/${script}.js"></script></head>` +
  `<body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div></body></html>`;
const SCRIPTS = ['main', 'app.1c8f', 'chunk-vendors.608c57cb', 'runtime', 'harbour-boats', 'index-Bx2', 'x'];

/** @param {number} quality @returns {(bytes: Uint8Array) => Uint8Array} */
const brotli = (quality) => (bytes) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

test('no page that is packed is longer when compressed', async () => {
  for (const script of SCRIPTS) {
    const bytes = Buffer.from(shell(script));
    const around = { spaceSelectors: [], flowSelectors: null, integrityHashes: [] };
    const rest = { ...around, effort: /** @type {const} */ ('fast') };
    const task = { path: 'index.html', type: /** @type {const} */ ('html'), bytes, minify: true, variants: [] };
    const { bytes: packed } = await packFile({ ...task, ...rest, keepsQuotes: true });
    for (const compress of [gzipSync, brotli(5), brotli(9), brotli(11)])
      assert.ok(compress(packed ?? bytes).length <= compress(bytes).length, script);
  }
});
