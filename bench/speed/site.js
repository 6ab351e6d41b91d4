import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeRandom } from '../random.js';

const PAGE = /\.html?$/i;
/** An address of a file that is no page, relative to the page. */
const ASSET = /\b(href|src)="((?:\.\.\/)*)([\w./-]+\.(?:css|js|png|gif|jpe?g|svg|ico|woff2?))"/g;
/** A text that is shown. */
const TEXT = />([^<>]+)(?=<(?!\/(?:script|style|title)))/g;
const WORD = /[a-z]{5,}/g;
/** Share of words that are other ones in a copy. */
const VARIED = 0.125;

/**
 * Enlarges a site: copies its pages into folders, with other words, until it has a number of pages. All copies share
 * the style sheets, scripts and images of the site.
 * @param {string} folder @param {string} into
 * @param {number} pages
 */
export function multiplySite(folder, into, pages) {
  const mark = `${into}.pages`;
  if (existsSync(mark) && readFileSync(mark, 'utf8') === String(pages)) return;
  rmSync(into, { recursive: true, force: true });
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).sort();
  for (const path of paths.filter((each) => !PAGE.test(each))) {
    mkdirSync(dirname(join(into, path)), { recursive: true });
    cpSync(join(folder, path), join(into, path), { dereference: true });
  }
  const own = paths.filter((path) => PAGE.test(path));
  for (let written = 0; written < pages; written += 1) {
    const copy = Math.floor(written / own.length);
    const path = own[written % own.length];
    const to = join(into, copy === 0 ? path : `copy-${copy}/${path}`);
    mkdirSync(dirname(to), { recursive: true });
    const source = readFileSync(join(folder, path), 'latin1');
    writeFileSync(to, copy === 0 ? source : varyPage(source, written), 'latin1');
  }
  writeFileSync(mark, String(pages));
}

/** Returns a page with other words, one folder deeper than before. @param {string} source @param {number} seed */
function varyPage(source, seed) {
  const random = makeRandom(seed + 1);
  const vary = (/** @type {string} */ word) => (random() < VARIED ? [...word].reverse().join('') : word);
  return source
    .replace(ASSET, '$1="../$2$3"')
    .replace(TEXT, (_, text) => `>${text.replace(WORD, vary)}`)
    .replace(/<\/title>/i, ` ${seed}$&`);
}
