import { execFileSync } from 'node:child_process';
import sharp from 'sharp';
/** @import { Page } from 'puppeteer-core' */
import { catalogue } from '../../lib/lettering/catalogue.js';
import { drawScene, EXTRAS } from './scene.js';
import { PLAIN_WORDS, pickText } from './words.js';

/** @import { Extra } from './scene.js' */

/**
 * @typedef {object} Generated
 * @property {string} text what the image says
 * @property {string} how who rendered it
 * @property {Uint8Array} bytes of a PNG, GIF or JPEG
 * @property {Extra} [extra] what it holds beside its text
 */

/** A small generator of the same numbers for the same seed. @param {number} seed */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Two colours far enough apart to read. @param {() => number} random */
function pickColours(random) {
  const ground = Array.from({ length: 3 }, () => Math.floor(random() * 256));
  const isDark = ground[0] * 0.3 + ground[1] * 0.59 + ground[2] * 0.11 < 128;
  const ink = Array.from({ length: 3 }, () => (isDark ? 200 + Math.floor(random() * 56) : Math.floor(random() * 60)));
  const hex = (/** @type {number[]} */ colour) =>
    `#${colour.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
  return { ground: hex(ground), ink: hex(ink) };
}

/**
 * Words in catalogue faces as the fitting browser itself paints them.
 * @param {Page} page with the faces loaded @param {number} count @param {number} seed
 * @returns {Promise<Generated[]>}
 */
export async function renderInBrowser(page, count, seed) {
  const random = seeded(seed);
  /** @type {Generated[]} */
  const images = [];
  for (let index = 0; index < count; index++) {
    const face = catalogue[Math.floor(random() * catalogue.length)];
    const text = pickText(random, PLAIN_WORDS);
    const size = 11 + Math.floor(random() * 22);
    const { ground, ink } = pickColours(random);
    const spacing = random() < 0.25 ? 1 : 0;
    const style = `display:inline-block;padding:${3 + Math.floor(random() * 6)}px 8px;background:${ground};color:${ink};white-space:nowrap;
      font:${face.slant} ${face.weight} ${size}px "${face.family}";letter-spacing:${spacing}px`;
    const box = await page.evaluate(
      (css, words) => {
        document.body.style.cssText = 'margin:0';
        document.body.innerHTML = '';
        const span = document.createElement('span');
        span.style.cssText = css;
        span.textContent = words;
        document.body.append(span);
        const { width, height } = span.getBoundingClientRect();
        return { width: Math.floor(width), height: Math.floor(height) };
      },
      style,
      text,
    );
    const bytes = await page.screenshot({ clip: { x: 0, y: 0, ...box } });
    images.push({ text, how: `browser ${face.family} ${face.weight} ${face.slant} ${size}px`, bytes });
  }
  return images;
}

/**
 * Words by another renderer, in whatever faces the system has, with or without antialiasing and noise.
 * @param {number} count @param {number} seed
 * @returns {Promise<Generated[]>}
 */
export async function renderElsewhere(count, seed) {
  const random = seeded(seed);
  const fonts = listFonts();
  const hasMagick = canRun('convert', ['-list', 'font']);
  /** @type {Generated[]} */
  const images = [];
  for (let index = 0; index < count; index++) {
    const font = fonts[Math.floor(random() * fonts.length)];
    const text = pickText(random);
    const size = 9 + Math.floor(random() * 24);
    const colours = pickColours(random);
    const way = Math.floor(random() * 4);
    const plain =
      hasMagick && way < 2
        ? renderWithMagick(text, font.file, size, colours, way === 0)
        : await renderWithPango(text, font.family, size, colours);
    const spoiled =
      way === 3
        ? await sharp(plain)
            .jpeg({ quality: 70 + Math.floor(random() * 25) })
            .toBuffer()
        : plain;
    images.push({
      text,
      how: `${hasMagick && way < 2 ? 'magick' : 'pango'} ${font.family} ${size}px ${['aliased', '', '', 'jpeg'][way]}`,
      bytes: spoiled,
    });
  }
  return images;
}

/**
 * Words with something beside, under, over or behind them, in files as pages have them.
 * @param {number} count @param {number} seed
 * @returns {Promise<Generated[]>}
 */
export async function renderScenes(count, seed) {
  const random = seeded(seed);
  const families = [...new Set(listFonts().map(({ family }) => family))];
  const names = /** @type {Extra[]} */ (Object.keys(EXTRAS));
  /** @type {Generated[]} */
  const images = [];
  for (let index = 0; index < count; index++) {
    const family = families[Math.floor(random() * families.length)];
    const extra = random() < 0.4 ? 'none' : names[Math.floor(random() * names.length)];
    const size = 9 + Math.floor(random() * 24);
    const [bold, italic] = [random() < 0.35, random() < 0.2];
    const text = pickText(random);
    const drawn = extra === 'colours' && !text.includes(' ') ? 'none' : extra;
    const png = await drawScene({ text, family, size, bold, italic, ...pickColours(random), extra: drawn, random });
    const way = Math.floor(random() * 3);
    const bytes =
      way === 0
        ? await sharp(png).gif({ colours: 16, dither: 0 }).toBuffer()
        : way === 1
          ? await sharp(png).jpeg({ quality: 92 }).toBuffer()
          : png;
    const how = `${family}${bold ? ' bold' : ''}${italic ? ' italic' : ''} ${size}px ${['gif', 'jpeg', 'png'][way]} ${extra}`;
    images.push({ text, how, bytes, extra: drawn });
  }
  return images;
}

/** @param {string} text @param {string} file @param {number} size @param {{ ground: string, ink: string }} colours @param {boolean} isAliased */
function renderWithMagick(text, file, size, { ground, ink }, isAliased) {
  return execFileSync('convert', [
    ...(isAliased ? ['+antialias'] : []),
    '-background',
    ground,
    '-fill',
    ink,
    '-font',
    file,
    '-pointsize',
    String(size),
    `label:${text.replace(/[%\\@]/g, '\\$&')}`,
    '-bordercolor',
    ground,
    '-border',
    '5x4',
    isAliased ? 'gif:-' : 'png:-',
  ]);
}

/** @param {string} text @param {string} family @param {number} size @param {{ ground: string, ink: string }} colours */
async function renderWithPango(text, family, size, { ground, ink }) {
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  const words = await sharp({
    text: { text: `<span foreground="${ink}">${escaped}</span>`, font: `${family} ${size}`, dpi: 72, rgba: true },
  })
    .png()
    .toBuffer();
  return sharp(words)
    .extend({ top: 4, bottom: 4, left: 6, right: 6, background: ground })
    .flatten({ background: ground })
    .png()
    .toBuffer();
}

/** Latin text faces of the system. @returns {{ family: string, file: string }[]} */
function listFonts() {
  if (!canRun('fc-list', ['--version'])) return [{ family: 'sans', file: '' }];
  return execFileSync('fc-list', [':lang=en', 'file', 'family'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .sort()
    .map((row) => row.match(/^(.*?): (.*?)(?:,|$)/))
    .flatMap((match) => (match ? [{ file: match[1], family: match[2] }] : []))
    .filter(
      ({ file, family }) =>
        !/symbol|dingbat|math|emoji|D050|standard|keyboard|bebas|titling|abogado|penguin|adf style/i.test(
          family + file,
        ),
    );
}

/** @param {string} command @param {string[]} args */
function canRun(command, args) {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
