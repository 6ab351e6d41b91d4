import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { exact } from '../../base/exact.js';
import { readPacked } from '../../base/packed-file.js';
import { keepAtExit, makeUnfinished } from '../../base/temporary.js';
import { openPrivateFolder, shareForReading } from './unpack.js';

/** Fonts of the package, and the families with characters of the same widths. */
const FONTS = exact({
  arimo: { family: 'Arimo', standsFor: ['Arial', 'Helvetica', 'Helvetica Neue', 'sans-serif', 'system-ui'] },
  tinos: { family: 'Tinos', standsFor: ['Times New Roman', 'Times', 'serif'] },
  cousine: { family: 'Cousine', standsFor: ['Courier New', 'Courier', 'monospace'] },
  carlito: { family: 'Carlito', standsFor: ['Calibri'] },
  caladea: { family: 'Caladea', standsFor: ['Cambria'] },
  gelasio: { family: 'Gelasio', standsFor: ['Georgia'] },
  anton: { family: 'Anton', standsFor: ['Impact'] },
  'comic-neue': { family: 'Comic Neue', standsFor: ['Comic Sans MS'] },
  'dejavu-sans': { family: 'DejaVu Sans', standsFor: ['Verdana', 'Tahoma'] },
  'dejavu-serif': { family: 'DejaVu Serif', standsFor: [] },
});

/** Further faces without a package: a line with their names, then their files. */
const OWN_FACES = new URL('./faces/texgyre-latin.br', import.meta.url);
const OWN_FONTS = exact([
  { family: 'TeXGyrePagella', standsFor: ['Palatino Linotype', 'Book Antiqua', 'Palatino'] },
  { family: 'TeXGyreAdventor', standsFor: ['Century Gothic', 'URW Gothic'] },
]);

/** Version of the folder's content. */
const FORMAT = 4;
const WANTED_FILE = /-latin-(?:400|700)-(?:normal|italic)\.woff$/;

/**
 * Prepares the fonts of the package for a browser on Linux, so that a page is rendered the same on a machine with other
 * fonts or none. Fonts of the system provide missing characters.
 * @returns {Promise<{ FONTCONFIG_FILE?: string }>} additional environment variables
 */
export async function layOutFonts() {
  if (process.platform !== 'linux') return {};
  const folder = join(await openPrivateFolder(), `fonts-${FORMAT}`);
  if (!existsSync(folder)) await fillFolder(folder);
  return { FONTCONFIG_FILE: join(folder, 'fonts.conf') };
}

/** Fills a temporary folder and renames it, so that it appears complete. @param {string} folder */
async function fillFolder(folder) {
  const work = makeUnfinished(`${folder}-`);
  try {
    await mkdir(join(work, 'fonts'));
    const folders = Object.keys(FONTS).map((name) => join(packageOf(name), 'files'));
    await Promise.all(folders.map((from) => unpackFonts(from, join(work, 'fonts'))));
    for (const { file, font } of readOwnFaces()) await writeFile(join(work, 'fonts', file), font);
    await writeFile(join(work, 'fonts.conf'), writeConfig(folder));
    await shareForReading(work);
    await rename(work, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
    keepAtExit(work);
  }
}

/** @returns {{ file: string, font: Buffer }[]} */
function readOwnFaces() {
  const bytes = readPacked(OWN_FACES);
  let from = bytes.indexOf('\n') + 1;
  /** @type {{ file: string, bytes: number }[]} */
  const list = JSON.parse(bytes.toString('utf8', 0, from));
  return list.map(({ file, bytes: size }) => {
    const font = bytes.subarray(from, from + size);
    from += size;
    return { file, font };
  });
}

/** @param {string} name */
function packageOf(name) {
  return dirname(fileURLToPath(import.meta.resolve(`@fontsource/${name}/package.json`)));
}

/** @param {string} from @param {string} folder */
async function unpackFonts(from, folder) {
  const wanted = (await readdir(from)).filter((file) => WANTED_FILE.test(file));
  await Promise.all(
    wanted.map(async (file) => {
      const font = unwrapWoff(await readFile(join(from, file)));
      await writeFile(join(folder, file.replace(/\.woff$/, '.ttf')), font);
    }),
  );
}

/**
 * Unwraps the OpenType font in a WOFF file, which is its tables, each compressed by itself.
 * @see https://www.w3.org/TR/WOFF/
 * @param {Buffer} woff
 */
export function unwrapWoff(woff) {
  const count = woff.readUInt16BE(12);
  const power = 2 ** Math.floor(Math.log2(count));
  const header = Buffer.alloc(12 + count * 16);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(power * 16, 6);
  header.writeUInt16BE(Math.log2(power), 8);
  header.writeUInt16BE((count - power) * 16, 10);
  const parts = [header];
  let offset = header.length;
  for (let index = 0; index < count; index += 1) {
    const entry = 44 + index * 20;
    const [from, packed, size] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at));
    const bytes = woff.subarray(from, from + packed);
    const table = Buffer.alloc(Math.ceil(size / 4) * 4);
    (packed < size ? inflateSync(bytes) : bytes).copy(table);
    const record = 12 + index * 16;
    woff.copy(header, record, entry, entry + 4);
    woff.copy(header, record + 4, entry + 16, entry + 20);
    header.writeUInt32BE(offset, record + 8);
    header.writeUInt32BE(size, record + 12);
    parts.push(table);
    offset += table.length;
  }
  return Buffer.concat(parts);
}

/** @param {string} folder */
function writeConfig(folder) {
  const aliases = [...Object.values(FONTS), ...OWN_FONTS].flatMap(({ family, standsFor }) =>
    standsFor.map(
      (name) =>
        `<match target="pattern"><test name="family" qual="any"><string>${name}</string></test>` +
        `<edit name="family" mode="prepend" binding="strong"><string>${family}</string></edit></match>`,
    ),
  );
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">',
    '<fontconfig>',
    ...aliases,
    '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>',
    `<dir>${escapeXml(folder)}/fonts</dir>`,
    `<cachedir>${escapeXml(folder)}/cache</cachedir>`,
    '</fontconfig>',
    '',
  ].join('\n');
}

/** @param {string} text */
function escapeXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
