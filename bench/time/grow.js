import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PAGE = /\.html?(?:\.[a-z-]+)?$/i;

/**
 * Enlarges a site: copies its folder and changes the titles of the pages. Nothing else differs, as on a site made from
 * templates.
 * @param {string} folder @param {string} into
 * @param {number | null} pages null: the site as it is
 * @returns {{ folder: string, pages: number }}
 */
export function growSite(folder, into, pages) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  const own = paths.filter((path) => PAGE.test(path));
  if (pages === null) return { folder, pages: own.length };
  const mark = `${into}.pages`;
  if (existsSync(mark) && readFileSync(mark, 'utf8') === String(pages)) return { folder: into, pages };
  rmSync(into, { recursive: true, force: true });
  let written = 0;
  for (let copy = 0; written < pages; copy += 1) {
    const wanted = new Set(own.slice(0, pages - written));
    written += wanted.size;
    for (const path of paths) {
      const to = join(into, `copy-${copy}`, path);
      mkdirSync(dirname(to), { recursive: true });
      if (wanted.has(path)) {
        const text = readFileSync(join(folder, path), 'latin1');
        writeFileSync(to, text.replace(/<\/title>/i, ` ${copy}$&`), 'latin1');
      } else if (!PAGE.test(path)) cpSync(join(folder, path), to);
    }
  }
  writeFileSync(mark, String(pages));
  return { folder: into, pages };
}
