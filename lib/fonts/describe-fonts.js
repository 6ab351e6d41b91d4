/** @import { FontFacts } from './types.ts' */
/** @import { Site, SiteFile, SitePath } from '../site/types.ts' */
/** @import { Font } from './read-font.js' */

import { chooseLetters, INVISIBLE } from './choose-letters.js';
import { featuresIn } from './features.js';
import { iconsNamed } from './icons.js';
import { readFont } from './read-font.js';
import { lettersInStrings } from './script-strings.js';

/**
 * Min characters of a font for text. A smaller font is used for a heading or a name, which scripts hardly ever write.
 */
const FEWEST_OF_TEXT = 24;
const READ_AS_TEXT = new Set(['html', 'css', 'script', 'text']);

/**
 * Describes the site's fonts: their characters, those that pages render with them, and those that a subset must hold.
 * @param {Site} site
 * @param {ReadonlyMap<SitePath, ReadonlySet<number>>} drawn characters by font file
 * @param {(file: SiteFile) => Promise<Font | null>} [read]
 * @returns {Promise<Map<SitePath, FontFacts>>}
 */
export async function describeFonts(site, drawn, read = (file) => readFont(file.bytes)) {
  if (drawn.size === 0) return new Map();
  const texts = [...site.files.values()].filter(({ type }) => READ_AS_TEXT.has(type)).map(textOf);
  const features = featuresIn(texts);
  const scripts = [...site.files.values()].filter(({ type }) => type === 'script' || type === 'html').map(textOf);
  const spoken = lettersInStrings(scripts);
  /** @type {Map<SitePath, FontFacts>} */
  const facts = new Map();
  for (const [path, letters] of [...drawn].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const file = site.files.get(path);
    const font = file ? await read(file) : null;
    if (font) facts.set(path, describeFont(font, { letters, texts, features, spoken }));
  }
  return facts;
}

/**
 * @param {Font} font
 * @param {{ letters: ReadonlySet<number>, texts: readonly string[], features: readonly string[], spoken:
 *   readonly number[] }} site
 * @returns {FontFacts}
 */
function describeFont(font, { letters, texts, features, spoken }) {
  const isForText = !font.isIcons && letters.size >= FEWEST_OF_TEXT;
  const named = font.isIcons ? iconsNamed(texts) : isForText ? spoken : [];
  const kept = chooseLetters(new Set([...letters, ...named]), font.letters);
  return Object.freeze({
    format: font.format,
    kept: Object.freeze(kept),
    held: Object.freeze([...font.letters].sort((a, b) => a - b)),
    drawnCount: [...letters].filter((letter) => font.letters.has(letter)).length,
    // No rendering shows whether a page uses invisible characters.
    lacks: Object.freeze([...letters, ...INVISIBLE].filter((letter) => !font.letters.has(letter))),
    isIcons: font.isIcons,
    // Icons that are ligatures of letters cannot be distinguished by their characters.
    isSpelled: font.isIcons && [...letters].some((letter) => isLetter(letter) && font.letters.has(letter)),
    forbids: font.forbids,
    ...(font.measures ? { measures: font.measures } : {}),
    features,
  });
}

/** @param {number} letter */
function isLetter(letter) {
  return /\p{L}/u.test(String.fromCodePoint(letter));
}

/** @param {import('../site/types.ts').SiteFile} file */
function textOf({ bytes }) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}
