import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { convert } from 'fontverter';
import sharp from 'sharp';
import { TEXTS } from './drawn-words.js';
import { seeded } from './generated.js';

/**
 * @typedef {object} Drawn
 * @property {string} text what it says
 * @property {string} language @property {string} how @property {Uint8Array} bytes
 * @property {boolean} isPlain whether it is one ink on one ground, in capitals of one size
 */

const SIZES = { least: 9, most: 28 };
const GROUNDS = ['#ffffff', '#000000', '#003366', '#cccc99', '#ffffcc', '#990000', '#336699', '#c0c0c0', '#e0e0ff'];
const INKS = ['#000000', '#ffffff', '#000080', '#ffcc00', '#990000', '#336633', '#0000ff', '#666666'];
/** Contrast of luminance, of 255, below which nobody draws words. */
const LEAST_CONTRAST = 90;
/**
 * How images of words were stored.
 * @type {Readonly<Record<string, (image: import('sharp').Sharp) => import('sharp').Sharp>>}
 */
const STORED = {
  png: (image) => image.png(),
  gif: (image) => image.gif({ colours: 16, dither: 0 }),
  dithered: (image) => image.gif({ colours: 6, dither: 1 }),
  jpeg: (image) => image.jpeg({ quality: 85 }),
};

/**
 * Draws words with resvg in fonts that the catalogue lacks, each image from the seed and its number alone.
 * @param {string} folder with `node_modules/@resvg/resvg-js` and packages of `node_modules/@fontsource`
 * @param {number} count @param {number} seed @returns {AsyncGenerator<Drawn>}
 */
export async function* drawWords(folder, count, seed) {
  const { Resvg } = createRequire(join(folder, 'package.json'))('@resvg/resvg-js');
  const fonts = await unpackFonts(join(folder, 'node_modules/@fontsource'));
  for (let number = 0; number < count; number++) {
    const look = pickLook(seeded(seed * 1_000_003 + number), fonts);
    const { svg, text, language, how, isPlain, stored } = look;
    const image = new Resvg(svg, { font: { fontFiles: [look.font.file], loadSystemFonts: false } }).render();
    const { width, height } = image;
    const raw = sharp(image.pixels, { raw: { width, height, channels: 4 } }).flatten();
    yield { text, language, how, isPlain, bytes: await STORED[stored](raw).toBuffer() };
  }
}

/** @typedef {{ family: string, file: string, weight: number }} Font */

/** @param {() => number} random @param {readonly Font[]} fonts */
function pickLook(random, fonts) {
  const pick = (/** @type {readonly any[]} */ from) => from[Math.floor(random() * from.length)];
  const font = /** @type {Font} */ (pick(fonts));
  const language = random() < 0.35 ? 'hard' : pick(Object.keys(TEXTS));
  const written = /** @type {string} */ (pick(TEXTS[/** @type {'en'} */ (language)]));
  const text = random() < 0.25 ? written.toUpperCase() : written;
  const size = SIZES.least + Math.floor(random() * (SIZES.most - SIZES.least + 1));
  const ground = pick(GROUNDS);
  const ink = pick(INKS.filter((one) => Math.abs(luminance(one) - luminance(ground)) > LEAST_CONTRAST));
  const extra = pick(['', '', '', '', 'initial', 'shadow', 'small capitals']);
  const stored = pick(Object.keys(STORED));
  const isSmall = extra === 'small capitals' && /\p{Ll}/u.test(text);
  const width = Math.ceil(text.length * size * 1.1 + 16);
  const height = Math.ceil(size * 1.7 + 6);
  const at = `x="6.3" y="${Math.round(size * 1.2 + 3)}"`;
  const style = `font-family="${font.family}" font-weight="${font.weight}" font-size="${size}"`;
  const other = pick(INKS.filter((one) => one !== ink && one !== ground));
  const spelled = isSmall
    ? [...text]
        .map(
          (letter) =>
            `<tspan font-size="${/\p{Ll}/u.test(letter) ? size * 0.8 : size}">` +
            `${escapeText(letter.toUpperCase())}</tspan>`,
        )
        .join('')
    : extra === 'initial'
      ? `<tspan fill="${other}">${escapeText([...text][0])}</tspan>${escapeText([...text].slice(1).join(''))}`
      : escapeText(text);
  const cast =
    extra === 'shadow' ? `<g transform="translate(1 1)"><text ${at} ${style} fill="#808080">${spelled}</text></g>` : '';
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" ` +
    `height="100%" fill="${ground}"/>${cast}<text ${at} ${style} fill="${ink}">${spelled}</text></svg>`;
  return {
    font,
    svg,
    stored,
    language,
    text: isSmall ? text.toUpperCase() : text,
    how: `${font.family} ${font.weight} ${size}px ${stored} ${extra}`,
    isPlain: !extra || (extra === 'small capitals' && !isSmall),
  };
}

/** Regular and bold faces as files that resvg reads. @param {string} folder @returns {Promise<Font[]>} */
async function unpackFonts(folder) {
  const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-fonts-'));
  const fonts = [];
  for (const name of readdirSync(folder).sort()) {
    const { family } = JSON.parse(readFileSync(join(folder, name, 'metadata.json'), 'utf8'));
    for (const weight of [400, 700]) {
      const path = join(folder, name, 'files', `${name}-latin-${weight}-normal.woff2`);
      if (!existsSync(path)) continue;
      const file = join(scratch, `${name}-${weight}.ttf`);
      writeFileSync(file, await convert(readFileSync(path), 'truetype'));
      fonts.push({ family, weight, file });
    }
  }
  return fonts;
}

/** @param {string} colour as `#rrggbb` */
function luminance(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

/** @param {string} text */
function escapeText(text) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
