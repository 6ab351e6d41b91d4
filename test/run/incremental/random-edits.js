import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A site in memory: texts and bytes by path.
 * @typedef {Map<string, string | Uint8Array>} Files
 */

/** Returns a GIF of 8 × 8 pixels in one colour. @param {number} shade */
function drawGif(shade) {
  const head = [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 8, 0, 8, 0, 0x80, 0, 0, shade, 100, 200, 255, 255, 255];
  return Buffer.from([...head, 0x2c, 0, 0, 0, 0, 8, 0, 8, 0, 0, 2, 7, 0x84, 0x8f, 0xa9, 0xcb, 0xed, 0x5d, 0, 0x3b]);
}

/** Returns a page of a site. @param {number} index @param {number} pages */
function writePage(index, pages) {
  const up = index % 3 === 0 ? '' : '../';
  const links = Array.from(
    { length: Math.min(pages, 5) },
    (_, other) => `<li><a href="${up}page-${other}.html">${other}</a>`,
  );
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Page ${index}</title>
<link rel="stylesheet" href="${up}style.css"><script src="${up}code.js" defer></script></head>
<body class="page-${index % 4}"><h1>Title ${index}</h1>
<p><font color="red">Some words of page ${index}</font> <img src="${up}images/a.gif" alt="" width="8" height="8"></p>
<P>More words, <IMG SRC="${up}images/${index % 2 ? 'b' : 'c'}.gif" alt="mark ${index}"></P>
<ul>${links.join('\n')}</ul></body></html>
`;
}

/** Returns a small site in the style of one of four generators. @param {number} kind */
export function drawSite(kind) {
  const pages = 4 + kind * 2;
  /** @type {Files} */
  const files = new Map();
  for (let index = 0; index < pages; index++)
    files.set(index % 3 === 0 ? `page-${index}.html` : `part/page-${index}.html`, writePage(index, pages));
  files.set('style.css', `.page-1 { color: #333 }\n.unused-${kind} { margin: 0 }\nh1 { font-size: 2em }\n`);
  files.set('code.js', `// Code of site ${kind}\ndocument.documentElement.dataset.ready = 'yes';\n`);
  for (const [index, name] of ['a', 'b', 'c'].entries()) files.set(`images/${name}.gif`, drawGif(index * 40));
  if (kind % 2) files.set('images/d.gif', drawGif(40));
  return files;
}

/**
 * Typical edits of a site. Each changes the files and describes the edit.
 * @type {readonly ((files: Files, random: () => number) => string)[]}
 */
const EDITS = [
  (files, random) => editPage(files, random, (text, number) => text.replace('words', `words ${number}`)),
  (files, random) => editPage(files, random, (text, number) => text.replace(/<h1/, `<h1 id="t${number}"`)),
  (files, random) => editPage(files, random, (text, number) => text.replace(/alt="[^"]*"/, `alt="picture ${number}"`)),
  (files, random) => editPage(files, random, (text, number) => text.replace('<p>', `<p class="unused-${number % 4}">`)),
  (files, random) => editPage(files, random, (text) => text.replace(/images\/[a-c]/, 'images/missing')),
  (files, random) => editFile(files, 'style.css', `.n${Math.floor(random() * 99)} { color: blue }\n`),
  (files, random) => editFile(files, 'code.js', `console.log(${Math.floor(random() * 99)}, 'images/b.gif');\n`),
  (files, random) => {
    const path = `part/new-${Math.floor(random() * 1000)}.html`;
    files.set(path, writePage(Math.floor(random() * 50) * 3 + 1, 5));
    return `added ${path}`;
  },
  (files, random) => {
    const path = pick([...files.keys()].filter((name) => name.endsWith('.html')).slice(1), random);
    files.delete(path);
    return `deleted ${path}`;
  },
  (files, random) => {
    files.set('images/b.gif', drawGif(Math.floor(random() * 255)));
    return 'redrew images/b.gif';
  },
];

/** Makes one random edit and describes it. @param {Files} files @param {() => number} random */
export function editAtRandom(files, random) {
  return pick(EDITS, random)(files, random);
}

/** @template T @param {readonly T[]} list @param {() => number} random @returns {T} */
function pick(list, random) {
  return list[Math.floor(random() * list.length)];
}

/** @param {Files} files @param {() => number} random @param {(text: string, number: number) => string} edit */
function editPage(files, random, edit) {
  const path = pick(
    [...files.keys()].filter((name) => name.endsWith('.html')),
    random,
  );
  files.set(path, edit(String(files.get(path)), Math.floor(random() * 1000)));
  return `edited ${path}`;
}

/** @param {Files} files @param {string} path @param {string} added */
function editFile(files, path, added) {
  files.set(path, String(files.get(path)) + added);
  return `edited ${path}`;
}

/** Replaces a folder with a site. @param {Files} files @param {string} folder */
export function writeSite(files, folder) {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Reads all files of a folder. @param {string} folder */
export function readFolder(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.sort().map((path) => [path.slice(folder.length + 1), readFileSync(path, 'latin1')]));
}
