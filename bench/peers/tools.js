import { isUtf8 } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** The compared packages, each with its version. */
const PACKAGES = { '@divriots/jampack': '0.34.1', 'html-minifier-terser': '7.2.0', sharp: '0.35.5' };

/** Options of html-webpack-plugin for production, with the inline style sheets and scripts of the page. */
export const HTML_OPTIONS = Object.freeze({
  collapseWhitespace: true,
  keepClosingSlash: true,
  removeComments: true,
  removeRedundantAttributes: true,
  removeScriptTypeAttributes: true,
  removeStyleLinkTypeAttributes: true,
  useShortDoctype: true,
  minifyCSS: true,
  minifyJS: true,
});

/** Min size that vite-plugin-compression compresses, in bytes. */
const GZIP_FROM_BYTES = 1025;

const command = fileURLToPath(new URL('../../bin/pagethrift.js', import.meta.url));

/**
 * @typedef {object} Tool
 * @property {string} name
 * @property {string} safety safety level: safe, visual or lossy
 * @property {boolean} [isTimed] false if results are cached from other runs, or if there is nothing to time
 * @property {(folder: string, original: string) => Promise<void> | void} run works on `folder`, a copy of `original`
 */

/**
 * Returns every compared tool, with the unchanged site first. The peers are installed into `scratch`.
 * @param {string} scratch
 * @param {string} cache cache of pagethrift, a folder or `off`
 * @returns {Tool[]}
 */
export function openTools(scratch, cache) {
  const load = installPeers(scratch);
  return [
    { name: 'untouched', safety: '', isTimed: false, run: () => {} },
    { name: 'gzip of each text beside it', safety: 'safe', run: gzipTexts },
    {
      name: `html-minifier-terser ${PACKAGES['html-minifier-terser']}`,
      safety: 'safe',
      run: (folder) => minifyPages(folder, load('html-minifier-terser')),
    },
    {
      name: `every image through sharp ${PACKAGES.sharp}`,
      safety: 'lossy',
      run: (folder) => squeezeImages(folder, load('sharp')),
    },
    {
      name: `jampack ${PACKAGES['@divriots/jampack']}`,
      safety: 'lossy',
      run: (folder) => runQuietly(join(scratch, 'node_modules/.bin/jampack'), ['pack', folder], scratch),
    },
    ...['safe', 'visual', 'lossy'].map((safety) => ({
      name: 'pagethrift',
      safety,
      isTimed: cache === 'off',
      run: (/** @type {string} */ folder, /** @type {string} */ original) => {
        const flags = ['--safety', safety, '--cache', cache, '--force', '--json', `${folder}.json`, '--quiet'];
        runQuietly(process.execPath, [command, 'build', original, '--out', folder, ...flags], scratch);
      },
    })),
  ];
}

/** @param {string} scratch */
function installPeers(scratch) {
  mkdirSync(scratch, { recursive: true });
  const manifest = join(scratch, 'package.json');
  writeFileSync(manifest, JSON.stringify({ private: true, dependencies: PACKAGES }));
  const isThere = existsSync(join(scratch, 'node_modules/@divriots/jampack'));
  if (!isThere) execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: scratch, stdio: 'inherit' });
  return createRequire(manifest);
}

/** @param {string} program @param {readonly string[]} args @param {string} cwd */
function runQuietly(program, args, cwd) {
  execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'], maxBuffer: 2 ** 26 });
}

/** @param {string} folder @param {RegExp} wanted */
function listFiles(folder, wanted) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && wanted.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** @param {string} folder */
function gzipTexts(folder) {
  for (const path of listFiles(folder, /\.(?:html?|css|m?js|json|svg|xml|txt)$/i)) {
    const bytes = readFileSync(path);
    if (bytes.length >= GZIP_FROM_BYTES) writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

/**
 * @param {string} folder
 * @param {{ minify: (text: string, options: object) => Promise<string> }} minifier
 */
async function minifyPages(folder, { minify }) {
  for (const path of listFiles(folder, /\.html?$/i)) {
    const bytes = readFileSync(path);
    // Other encodings are processed byte by byte, so that pages in 8-bit encodings are preserved.
    const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
    const text = bytes.toString(encoding);
    const minified = await minify(text, HTML_OPTIONS).catch(() => text);
    writeFileSync(path, minified, encoding);
  }
}

/**
 * Recompresses every image in its own format and keeps smaller results, as imagemin pipelines do.
 * @param {string} folder
 * @param {any} sharp
 */
async function squeezeImages(folder, sharp) {
  for (const path of listFiles(folder, /\.(?:gif|png|jpe?g)$/i)) {
    const bytes = readFileSync(path);
    const made = await squeeze(bytes, sharp);
    if (made && made.length < bytes.length) writeFileSync(path, made);
  }
}

/**
 * Recompresses an image. Returns null if it cannot be read: pipelines leave such files unchanged.
 * @param {Uint8Array} bytes
 * @param {any} sharp
 */
async function squeeze(bytes, sharp) {
  try {
    const image = sharp(bytes, { animated: true });
    const encoders = /** @type {Record<string, () => Promise<Buffer>>} */ ({
      gif: () => image.gif({ effort: 10 }).toBuffer(),
      png: () => image.png({ compressionLevel: 9, effort: 10, palette: true, quality: 90 }).toBuffer(),
      jpeg: () => image.jpeg({ mozjpeg: true, quality: 80 }).toBuffer(),
    });
    const { format } = await image.metadata();
    return await encoders[format]?.();
  } catch {
    return null;
  }
}
