import { appendFileSync, copyFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** @typedef {{ page: string, sheet: string, script: string }} Files files that are edited */

/**
 * Chooses a page in the middle of a site, and the first style sheet and script of the site's own that it loads.
 * @param {string} site
 * @returns {Files}
 */
export function chooseFiles(site) {
  const paths = readdirSync(site, { recursive: true, encoding: 'utf8' });
  const pages = paths.filter((path) => /\.html?$/i.test(path)).sort();
  const page = pages[pages.length >> 1];
  const source = readFileSync(join(site, page), 'latin1');
  const known = new Set(paths);
  const loaded = Array.from(source.matchAll(/\b(?:href|src)="([^"?#:]+\.(?:css|js))"/g), ([, url]) =>
    posix.join(posix.dirname(page), url),
  ).filter((path) => known.has(path));
  const [sheet, script] = ['.css', '.js'].map((ending) => loaded.find((path) => path.endsWith(ending)) ?? '');
  return { page, sheet, script };
}

/** @param {string} path @param {string} text @returns {() => void} a function that undoes it */
function append(path, text) {
  const before = readFileSync(path);
  appendFileSync(path, text);
  return () => writeFileSync(path, before);
}

/**
 * Edits of a site by name. Each returns a function that undoes it.
 * @type {Readonly<Record<string, (site: string, files: Files) => () => void>>}
 */
export const EDITS = Object.freeze({
  'one page changed': (site, { page }) => {
    const path = join(site, page);
    const before = readFileSync(path, 'latin1');
    writeFileSync(path, before.replace(/<\/body>/i, '<p>An added paragraph.</p>$&'), 'latin1');
    return () => writeFileSync(path, before, 'latin1');
  },
  'a page added': (site, { page }) => {
    const path = join(site, page.replace(/\.html?$/i, '-added$&'));
    copyFileSync(join(site, page), path);
    return () => rmSync(path);
  },
  'a page deleted': (site, { page }) => {
    const path = join(site, page);
    renameSync(path, `${site}.deleted`);
    return () => renameSync(`${site}.deleted`, path);
  },
  'one shared style sheet changed': (site, { sheet }) => append(join(site, sheet), '\n.added { color: red }\n'),
  'one shared script changed': (site, { script }) => append(join(site, script), '\nvar added = 1;\n'),
});
