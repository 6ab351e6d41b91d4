import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Downloads Debian's apache2-doc without installing it and unpacks it into the scratch folder.
 * @param {string} scratch
 * @returns {string}
 */
export function fetchSite(scratch) {
  const folder = join(scratch, 'apache2-doc');
  const site = join(folder, 'usr/share/doc/apache2-doc/manual');
  if (existsSync(site)) return site;
  mkdirSync(folder, { recursive: true });
  execFileSync('apt-get', ['download', 'apache2-doc'], { cwd: folder, stdio: 'inherit' });
  const archive = readdirSync(folder).find((name) => name.endsWith('.deb'));
  if (!archive) throw new Error('apt-get download brought no package: run apt-get update first');
  execFileSync('dpkg', ['-x', archive, '.'], { cwd: folder });
  return site;
}

/**
 * @typedef {object} SiteFile
 * @property {string} path
 * @property {string} from
 * @property {string} hash
 * @property {boolean} isPage
 * @property {boolean} isText
 * @property {boolean} isImage
 */

/**
 * Lists the files of a folder in the order of their paths, following symbolic links to files.
 * @param {string} folder
 * @returns {SiteFile[]}
 */
export function listFiles(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((from) => statSync(from).isFile())
    .sort()
    .map((from) => {
      const path = relative(folder, from);
      const hash = createHash('sha256').update(readFileSync(from)).digest('hex');
      return {
        path,
        from,
        hash,
        isPage: /\.html$/.test(path),
        isText: /\.(?:html|css|js|svg|xml|txt|json|md)$/.test(path),
        isImage: /\.(?:gif|png|jpe?g)$/.test(path),
      };
    });
}

/**
 * Copies a site without its links, either all pages or half of them: every second distinct page with all its copies.
 * @param {readonly SiteFile[]} files
 * @param {string} target
 * @param {{ half: boolean }} options
 */
export function copySite(files, target, { half }) {
  rmSync(target, { recursive: true, force: true });
  const pages = [...new Set(files.filter(({ isPage }) => isPage).map(({ hash }) => hash))].sort();
  const taken = new Set(pages.filter((_, index) => !half || index % 2 === 0));
  for (const { path, from, hash, isPage } of files) {
    if (isPage && !taken.has(hash)) continue;
    mkdirSync(dirname(join(target, path)), { recursive: true });
    copyFileSync(from, join(target, path));
  }
}
