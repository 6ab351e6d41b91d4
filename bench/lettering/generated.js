import sharp from 'sharp';
/** @import { Page } from 'puppeteer-core' */
import { catalogue } from '../../lib/text-images/catalogue.js';
import {
  hasMagick,
  hasPillow,
  listFonts,
  renderWithBrowser,
  renderWithMagick,
  renderWithPango,
  renderWithPillow,
} from './renderers.js';
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
    const bytes = await renderWithBrowser(
      page,
      text,
      `padding:${3 + Math.floor(random() * 6)}px 8px;background:${ground};color:${ink};font:${face.slant} ` +
        `${face.weight} ${size}px "${face.family}";letter-spacing:${spacing}px`,
    );
    images.push({ text, how: `browser ${face.family} ${face.weight} ${face.slant} ${size}px`, bytes });
  }
  return images;
}

/**
 * What becomes of a drawing on its way to a page.
 * @type {Readonly<Record<string, (png: Uint8Array, random: () => number) => Promise<Uint8Array>>>}
 */
const FINISHES = {
  '': async (png) => png,
  jpeg: (png, random) =>
    sharp(png)
      .jpeg({ quality: 70 + Math.floor(random() * 25) })
      .toBuffer(),
  palette: (png, random) =>
    sharp(png)
      .gif({ colours: 4 + Math.floor(random() * 12), dither: 0 })
      .toBuffer(),
  dithered: (png) => sharp(png).gif({ colours: 8, dither: 1 }).toBuffer(),
};

/**
 * Words by other renderers, in whatever faces the system has, as they are or spoiled by a palette, a dither or a JPEG.
 * @param {Page} page @param {number} count @param {number} seed
 * @returns {Promise<Generated[]>}
 */
export async function renderElsewhere(page, count, seed) {
  const random = seeded(seed);
  const fonts = listFonts();
  const ways = [
    ...(hasMagick ? ['magick', 'magick aliased'] : []),
    ...(hasPillow ? ['pillow', 'pillow aliased'] : []),
    'pango',
    'pango',
    'browser',
  ];
  const looks = Array.from({ length: count }, () => ({
    font: fonts[Math.floor(random() * fonts.length)],
    text: pickText(random),
    size: 9 + Math.floor(random() * 24),
    ...pickColours(random),
    way: ways[Math.floor(random() * ways.length)],
    finish: random() < 0.55 ? '' : Object.keys(FINISHES)[1 + Math.floor(random() * 3)],
  }));
  const pillow = renderWithPillow(
    looks
      .filter(({ way }) => way.startsWith('pillow'))
      .map((look) => ({ ...look, isAliased: look.way.endsWith('aliased') })),
  );
  /** @type {Generated[]} */
  const images = [];
  for (const look of looks) {
    const { text, way, font, size, finish, ground, ink } = look;
    const plain = way.startsWith('pillow')
      ? /** @type {Uint8Array} */ (pillow.shift())
      : way.startsWith('magick')
        ? renderWithMagick(look, way.endsWith('aliased'))
        : way === 'pango'
          ? await renderWithPango(look)
          : await renderWithBrowser(
              page,
              text,
              `padding:4px 6px;background:${ground};color:${ink};font:${size}px "${font.family}"`,
            );
    const bytes = await FINISHES[finish](plain, random);
    images.push({ text, how: `${way} ${font.family} ${size}px ${finish}`, bytes });
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
    const how =
      `${family}${bold ? ' bold' : ''}${italic ? ' italic' : ''} ${size}px ${['gif', 'jpeg', 'png'][way]} ` +
      `${extra}`;
    images.push({ text, how, bytes, extra: drawn });
  }
  return images;
}
