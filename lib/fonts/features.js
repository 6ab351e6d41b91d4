/**
 * Features that shaping applies without a style.
 * @see https://harfbuzz.github.io/harfbuzz-hb-subset.html the default of its subsetter
 */
const BY_ITSELF = [
  ...['rvrn', 'ccmp', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'frac', 'numr', 'dnom', 'calt', 'clig', 'curs', 'kern'],
  ...['rclt', 'valt', 'vert', 'vkrn', 'vpal', 'vrt2', 'ltra', 'ltrm', 'rtla', 'rtlm', 'rand', 'jalt', 'abvm', 'blwm'],
  ...['Harf', 'HARF', 'Buzz', 'BUZZ', 'init', 'medi', 'fina', 'isol', 'med2', 'fin2', 'fin3', 'cswh', 'mset', 'stch'],
  ...['ljmo', 'vjmo', 'tjmo', 'abvs', 'blws', 'abvf', 'pref', 'pres', 'psts', 'pstf', 'half', 'haln', 'nukt', 'akhn'],
  ...['rphf', 'rkrf', 'vatu', 'cjct', 'cfar', 'dist', 'blwf', 'chws', 'halt', 'vchw', 'vhal', 'opbd', 'lfbd', 'rtbd'],
];

/** Keywords of `font-variant-*`, and the features that they turn on. */
/** @type {Readonly<Record<string, readonly string[]>>} */
const BY_WORD = {
  'small-caps': ['smcp'],
  'all-small-caps': ['smcp', 'c2sc'],
  'petite-caps': ['pcap'],
  'all-petite-caps': ['pcap', 'c2pc'],
  'titling-caps': ['titl'],
  unicase: ['unic'],
  'lining-nums': ['lnum'],
  'oldstyle-nums': ['onum'],
  'proportional-nums': ['pnum'],
  'tabular-nums': ['tnum'],
  'diagonal-fractions': ['frac'],
  'stacked-fractions': ['afrc'],
  ordinal: ['ordn'],
  'slashed-zero': ['zero'],
  'discretionary-ligatures': ['dlig'],
  'historical-ligatures': ['hlig'],
  'historical-forms': ['hist'],
  jis78: ['jp78'],
  jis83: ['jp83'],
  jis90: ['jp90'],
  jis04: ['jp04'],
  simplified: ['smpl'],
  traditional: ['trad'],
  'full-width': ['fwid'],
  'proportional-width': ['pwid'],
  ruby: ['ruby'],
  super: ['sups'],
  sub: ['subs'],
};

const TAG = /["'`\\]([a-z]{4}|[a-z]{2}\d\d)\\?["'`]/g;
const ASKS = /font-?(?:feature|variant)|@font-feature-values/i;

/**
 * Returns the font features that a site's texts can turn on: quoted tags and keywords of `font-variant` in sheets,
 * pages and scripts.
 * @param {Iterable<string>} texts
 * @returns {readonly string[]} in order
 */
export function featuresIn(texts) {
  const asked = new Set(BY_ITSELF);
  for (const text of texts) {
    if (!ASKS.test(text)) continue;
    for (const [, tag] of text.matchAll(TAG)) asked.add(tag);
    for (const [word, tags] of Object.entries(BY_WORD)) if (text.includes(word)) for (const tag of tags) asked.add(tag);
    // Alternates have numbers that only the font defines.
    if (/font-variant-alternates|@font-feature-values|fontVariantAlternates/.test(text)) {
      for (const tag of ['salt', 'swsh', 'cswh', 'ornm', 'nalt']) asked.add(tag);
      for (let number = 1; number <= 20; number += 1) asked.add(`ss${String(number).padStart(2, '0')}`);
      for (let number = 1; number <= 99; number += 1) asked.add(`cv${String(number).padStart(2, '0')}`);
    }
  }
  return [...asked].sort();
}
