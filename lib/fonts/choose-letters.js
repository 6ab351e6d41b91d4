/**
 * Scripts whose letters change with those beside them: of these a subset holds all or none, so that no word is torn
 * between two files.
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

/** What holds letters together: marks above and below, joiners, variation selectors, skin tones, flags and tags. */
const JOINS = /\p{M}|\u200c|\u200d|\ufe0e|\ufe0f|[\u{1f3fb}-\u{1f3ff}]|[\u{1f1e6}-\u{1f1ff}]|[\u{e0020}-\u{e007f}]/u;
const NEEDS_JOINS = /\p{M}|\u200c|\u200d|\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}]/u;
/** Every font starts with it, and browsers ask the first font of a list for it. */
const SPACE = 0x20;
/**
 * Characters that draw nothing: spaces, soft hyphens, joiners and marks for line breaks. No rendering tells whether a
 * page uses them, yet a browser looks for a font that has them.
 */
export const INVISIBLE = Object.freeze([
  ...[0xa0, 0xad, 0x1680, 0x202f, 0x205f, 0x2060, 0x3000, 0xfeff],
  ...Array.from({ length: 14 }, (_, index) => 0x2000 + index),
]);

/**
 * Returns the letters that a subset holds: those drawn, what may not be torn from them, and what draws nothing.
 * @param {ReadonlySet<number>} drawn
 * @param {ReadonlySet<number>} held by the whole font
 * @returns {number[]} in order
 */
export function chooseLetters(drawn, held) {
  const chosen = new Set([SPACE, ...drawn].filter((letter) => held.has(letter)));
  const texts = [...chosen].map((letter) => String.fromCodePoint(letter));
  // A Latin letter stands in the extensions of no joined script; a comma may, and tells nothing.
  const scripts = JOINED.filter((script) => texts.some((text) => script.test(text) && /\p{L}/u.test(text)));
  const takesJoins = scripts.length > 0 || texts.some((text) => NEEDS_JOINS.test(text));
  if (takesJoins) {
    for (const letter of held) {
      const text = String.fromCodePoint(letter);
      if (JOINS.test(text) || scripts.some((script) => script.test(text))) chosen.add(letter);
    }
  }
  for (const letter of INVISIBLE) if (held.has(letter)) chosen.add(letter);
  return [...chosen].sort((a, b) => a - b);
}
