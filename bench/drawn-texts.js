/*
 * npm run bench -- drawn-texts --fonts FOLDER [--images N] [--seed N] [--safety LEVEL] [--scratch FOLDER]
 *
 * Draws menus of text images in the fonts of a folder, of which many have a frame, a gradient, a shadow or a second
 * colour, builds a site of them, and counts texts that are not those of their images. A third of the menus has names,
 * numbers and codes, and a fifth has alternative texts that differ by a letter, or altogether. Needs Python with
 * Pillow, which draws hinted text.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { alter, pickText } from './drawn-texts/words.js';
import { makeRandom } from './random.js';

/** @import { ChangeReport, Report } from '../lib/report/types.ts' */

/** Images of a menu, which is alone on its page. */
const OF_A_MENU = 6;
/** Menus of one site. Chosen: glyphs of one menu help to read others, as on real sites. */
const OF_A_SITE = 50;
const EXTRAS = ['none', 'none', 'none', 'frame', 'gradient', 'bullet', 'shadow', 'strike', 'colours'];
const RULES = new Set(['text-image', 'text-and-graphic-image', 'text-rollover']);

const { values } = parseArgs({
  options: {
    fonts: { type: 'string' },
    images: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    safety: { type: 'string', default: 'visual' },
    scratch: { type: 'string', default: join(tmpdir(), 'pagethrift-drawn-texts') },
  },
});
if (!values.fonts) throw new Error('--fonts names a folder of TTF or OTF files');
const folder = resolve(values.fonts);
const fonts = readdirSync(folder).map((name) => join(folder, name));
const random = makeRandom(Number(values.seed));
const pick = (/** @type {readonly string[]} */ list) => list[Math.floor(random() * list.length)];
const total = { images: 0, replaced: 0, drawn: 0, wrong: 0 };

for (let left = Math.ceil(Number(values.images) / OF_A_MENU), site = 0; left > 0; left -= OF_A_SITE, site += 1)
  judgeSite(join(resolve(values.scratch), `site-${site}`), Math.min(left, OF_A_SITE));
console.log(JSON.stringify(total));

/**
 * @typedef {object} Row one image to draw
 * @property {string} text
 * @property {string} file
 * @property {string} alt
 */

/** Draws and builds a site, and counts its texts. @param {string} site @param {number} menus */
function judgeSite(site, menus) {
  const [input, report] = [join(site, 'input'), join(site, 'report.json')];
  rmSync(site, { recursive: true, force: true });
  mkdirSync(input, { recursive: true });
  const drawn = Array.from({ length: menus }, (_, index) => makeMenu(input, index));
  execFileSync('python3', [fileURLToPath(new URL('drawn-texts/draw.py', import.meta.url))], {
    input: JSON.stringify(drawn),
  });
  for (const [index, menu] of drawn.entries()) writeFileSync(join(input, `page${index}.html`), writePage(menu));
  const command = fileURLToPath(new URL('../bin/pagethrift.js', import.meta.url));
  const args = ['build', input, '--out', join(site, 'out'), '--json', report, '--cache', 'off', '--quiet'];
  execFileSync(execPath, [command, ...args, '--safety', values.safety], { stdio: ['ignore', 'ignore', 'inherit'] });
  /** @type {Report} */
  const { changes } = JSON.parse(readFileSync(report, 'utf8'));
  const applied = new Map(changes.filter(isText).map((change) => [String(change.resource), change]));
  for (const row of drawn.flat()) countRow(row, applied.get(row.file.slice(input.length + 1)));
}

/** @param {ChangeReport} change */
function isText({ rule, status }) {
  return RULES.has(rule) && status === 'applied';
}

/** @param {Row} row @param {ChangeReport | undefined} change */
function countRow({ text, alt, ...how }, change) {
  total.images += 1;
  if (!change) return;
  total.replaced += 1;
  const said = change.lettering?.text ?? '';
  if (said === '') total.drawn += 1;
  else if (said !== text) {
    total.wrong += 1;
    console.log(`“${said}” for “${text}”, alt “${alt}” ${JSON.stringify(how)}`);
  }
}

/** Returns the images of a menu, in one font and colour. @param {string} input @param {number} index */
function makeMenu(input, index) {
  const end = random() < 0.15 ? 'jpg' : 'gif';
  const look = {
    font: pick(fonts),
    size: 11 + Math.floor(random() * 16),
    hard: random() < 0.4,
    extra: pick(EXTRAS),
    colours: 8 + Math.floor(random() * 40),
    quality: 75 + Math.floor(random() * 20),
    ...pickColours(),
  };
  const [isPlain, kind] = [random() < 0.67, random()];
  return Array.from({ length: OF_A_MENU }, (_, at) => {
    const text = pickText(random, isPlain);
    return { ...look, text, file: join(input, `m${index}-${at}.${end}`), alt: pickAlt(text, kind) };
  });
}

/** Returns the alternative text of an image: right, none, or wrong. @param {string} text @param {number} kind */
function pickAlt(text, kind) {
  if (kind < 0.45) return text;
  if (kind < 0.8) return '';
  return kind < 0.9 ? alter(text, random) : pickText(random, true);
}

/** Returns a dark colour on a light one, or the reverse, and one between them for shadows. */
function pickColours() {
  const shade = (/** @type {number} */ from, /** @type {number} */ range) =>
    `#${Array.from({ length: 3 }, () =>
      Math.floor(from + random() * range)
        .toString(16)
        .padStart(2, '0'),
    ).join('')}`;
  const [dark, light] = [shade(0, 90), shade(190, 65)];
  const [ground, ink] = random() < 0.5 ? [dark, light] : [light, dark];
  return { ground, ink, shadow: shade(110, 40) };
}

/** @param {readonly Row[]} menu */
function writePage(menu) {
  const write = (/** @type {string} */ text) =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const items = menu.map(({ file, alt }, at) => {
    const name = file.slice(file.lastIndexOf('/') + 1);
    return `<tr><td><a href="page${at}.html"><img src="${name}" alt="${write(alt)}" border="0"></a></td></tr>`;
  });
  return `<html><head><title>Menu</title></head><body bgcolor="#ffffff"><table cellpadding="0" cellspacing="0">
${items.join('\n')}
</table></body></html>
`;
}
