/**
 * Scripts whose characters change with their neighbours. A subset holds all or none of their characters, so that no
 * word is split between two files.
 */
const JOINED = [
  ...['Arabic', 'Syriac', 'Mandaic', 'Nko', 'Mongolian', 'Phags_Pa', 'Adlam', 'Hanifi_Rohingya', 'Hebrew', 'Thaana'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
  ...[
    'Thai',
    'Lao',
    'Tibetan',
    'Myanmar',
    'Khmer',
    'Balinese',
    'Javanese',
    'Sundanese',
    'Tai_Tham',
    'Cham',
    'Meetei_Mayek',
  ],
].map((name) => new RegExp(`\\p{Script_Extensions=${name}}`, 'u'));

/** Characters that join others: marks above and below, joiners, variation selectors, skin tones, flags and tags. */
const JOINS = /\p{M}|\u200c|\u200d|\ufe0e|\ufe0f|[\u{1f3fb}-\u{1f3ff}]|[\u{1f1e6}-\u{1f1ff}]|[\u{e0020}-\u{e007f}]/u;
const NEEDS_JOINS = /\p{M}|\u200c|\u200d|\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}]/u;
/** Spaces, control characters, and marks, which may have none. */
const HAS_NO_OUTLINE = /[\p{Z}\p{Cc}\p{Cf}\p{M}]/u;
/** Every font contains it, and browsers load the first font of a list for it. */
const SPACE = 0x20;
/**
 * Invisible characters: spaces, soft hyphens, joiners and marks for line breaks. No rendering shows whether a page uses
 * them, but a browser searches for a font that has them.
 */
export const INVISIBLE = Object.freeze([
  ...[0xa0, 0xad, 0x1680, 0x202f, 0x205f, 0x2060, 0x3000, 0xfeff],
  ...Array.from({ length: 14 }, (_, index) => 0x2000 + index),
]);

/**
 * Returns the characters of a subset: those that are rendered, those that cannot be separated from them, and invisible
 * ones.
 * @param {ReadonlySet<number>} drawn
 * @param {ReadonlySet<number>} held by the whole font
 * @returns {number[]} in order
 */
export function chooseLetters(drawn, held) {
  const chosen = new Set([SPACE, ...drawn].filter((letter) => held.has(letter)));
  const texts = [...chosen].map((letter) => String.fromCodePoint(letter));
  // A Latin character is in the extensions of no joined script. A comma can be in several, and proves nothing.
  const scripts = JOINED.filter((script) => texts.some((text) => script.test(text) && /\p{L}/u.test(text)));
  const takesJoins = scripts.length > 0 || texts.some((text) => NEEDS_JOINS.test(text));
  if (takesJoins) {
    for (const letter of held) {
      const text = String.fromCodePoint(letter);
      if (JOINS.test(text) || scripts.some((script) => script.test(text))) chosen.add(letter);
    }
  }
  if (![...chosen].some(hasOutline)) for (const letter of firstOutlined(held)) chosen.add(letter);
  for (const letter of INVISIBLE) if (held.has(letter)) chosen.add(letter);
  return [...chosen].sort((a, b) => a - b);
}

/**
 * Returns the first character with an outline, if there is one. Browsers reject a font without any outline, and a page
 * with only the metrics of the font in use would load the whole one, too.
 * @param {ReadonlySet<number>} letters
 */
function firstOutlined(letters) {
  return [...letters]
    .filter(hasOutline)
    .sort((a, b) => a - b)
    .slice(0, 1);
}

/** @param {number} letter */
function hasOutline(letter) {
  return !HAS_NO_OUTLINE.test(String.fromCodePoint(letter));
}
