const PLAIN =
  `Home Contact Search Products Illinois Modern Modem burn bum Holly clear dear Bill Hill lily Billing ill Will mill corn com
  fiddle Lisbon News Press Careers Download FAQ Login Sign Help About us our the of and Privacy Policy Site Map Guest Book
  Gallery Events Links Next Previous Back Top Members Area click here Free trial Buy now Add to cart e-mail co-op coral oval
  seal real reel vowel minimum illumination Torn Tom darn dam cling ding stern stem Solutions Services Support Register
  Shopping Information Schedule Directions Archive Newsletter Feedback Subscribe Welcome Staff Clinic Fees Hours Visit Donate
  Alumni Faculty Courses Library Museum Jazz Quiz Exit Yacht Klinik Waltz Fjord Vacuum Wizard`.split(/\s+/);

const ACCENTED =
  `café naïve Zürich España Citroën façade Málaga São Tromsø Ångström Übersicht éclair Québec Köln über señor
  ÉCOLE MÜNCHEN Øl déjà crème Gruß Straße Łódź Škoda`.split(/\s+/);

const NUMBERED =
  `1999 2004 v1.0 A1 500 24/7 50% $19.99 £5 €12,50 12/31/99 1-800-555-0134 10:30am 3D 4U 2nd 1st 100% #1 MP3 B2B
  Y2K Il O0 I10 l1 011 101 5S 8B 2Z 6G Win95 (314) 1,000 0.5 No.1 Rev.2 7th IE5`.split(/\s+/);

const PUNCTUATED = [
  "What's New",
  "rock'n'roll",
  'R&D',
  'Q&A',
  'Terms & Conditions',
  '<b>',
  '(new)',
  'Mr. Smith, Jr.',
  'New!',
  'Lost?',
  'etc...',
  'Home | About',
  'and/or',
  '"quoted"',
  "Kids' Corner",
  'Note:',
  'a; b',
  '[more]',
  'C++',
  'www.example.com',
  'info@example.com',
  '1 + 1 = 2',
  'Step 1: Log in',
  'Up, up & away',
  "It's ill.",
  "Ol' Bill",
  'http://il.com/',
  'More >>',
  '* Free *',
  'Back to top ^',
  'high-end',
  'A - Z',
];

const TYPOGRAPHIC = [
  'What’s New',
  '“Quoted”',
  '1999–2004',
  'Now — or never',
  'More…',
  'Acme®',
  '© 1999',
  '5°',
  '½ off',
  '•News',
  '‹ Back',
  'Next »',
];

/** Words that hold no letter but those of the alphabet. */
export const PLAIN_WORDS = PLAIN.filter((word) => /^[A-Za-z-]{2,}$/.test(word));

/**
 * A text as images of words say it.
 * @param {() => number} random @param {readonly string[]} [words] where to take them from; from everywhere if not said
 */
export function pickText(random, words) {
  const pick = (/** @type {readonly string[]} */ list) => list[Math.floor(random() * list.length)];
  const count = 1 + Math.floor(random() * 3);
  const said = Array.from({ length: count }, () => {
    if (words) return pick(words);
    const kind = random();
    if (kind < 0.62) return pick(PLAIN);
    if (kind < 0.72) return pick(ACCENTED);
    if (kind < 0.84) return pick(NUMBERED);
    return kind < 0.96 ? pick(PUNCTUATED) : pick(TYPOGRAPHIC);
  }).join(' ');
  const style = random();
  return style < 0.2 ? said.toUpperCase() : style < 0.3 ? said.toLowerCase() : said;
}
