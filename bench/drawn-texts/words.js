const PLAIN = (
  `Home Contact Search Products Illinois Modern Modem burn bum Holly clear dear Bill Hill lily Billing ill ` +
  `Will mill corn com
  fiddle Lisbon News Press Careers Download FAQ Login Sign Help About us our the of and Privacy Policy Site ` +
  `Map Guest Book
  Gallery Events Links Next Previous Back Top Members Area click here Free trial Buy now Add to cart e-mail ` +
  `co-op coral oval
  seal real reel vowel minimum illumination Torn Tom darn dam cling ding stern stem Solutions Services ` +
  `Support Register
  Shopping Information Schedule Directions Archive Newsletter Feedback Subscribe Welcome Staff Clinic Fees ` +
  `Hours Visit Donate
  Alumni Faculty Courses Library Museum Jazz Quiz Exit Yacht Klinik Waltz Fjord Vacuum Wizard Customer ` +
  `Reviews Account Settings
  Weather Sports Travel Finance Health Science Technology Business World Local Video Photos Classifieds ` +
  `Horoscopes Comics
  Kitchen Garden Furniture Lighting Outdoor Clothing Shoes Jewelry Watches Toys Games Books Music Movies ` +
  `Grocery Pharmacy
  Monday Tuesday Wednesday Thursday Friday January February March April June July August September October ` +
  `November December
  More Less Show Hide Open Close Start Stop Play Pause Submit Reset Cancel Apply Save Delete Edit View ` +
  `Print Send Reply
  Overview Features Pricing Documentation Tutorial Examples Reference Changelog License Community Forum ` +
  `Blog Team Jobs
  eel fell tell till lit list tilt fit fill illicit vivid wave woven navy savvy curl cull coil call ceil ` +
  `soil sail said
  barn bairn born bom horn hom fern fem lawn lam wink vink vane wane vest west vow wow cool cod clod dose ` +
  `close dean clean`
).split(/\s+/);

const ACCENTED = (
  `café naïve Zürich España Citroën façade Málaga São Tromsø Ångström Übersicht éclair Québec Köln über señor
  ÉCOLE MÜNCHEN Øl déjà crème Gruß Straße Łódź Škoda Größe Über Öffnung Äpfel schön für Menü Büro Español ` +
  `Mañana niño Perú
  élève français reçu où île août naïf Noël forêt hôtel rôle sûr aînée cañón índice órgano último página ` +
  `Información più città
  però così perché coração ação não você está avó avô smörgås Malmö Århus Ærø Gdańsk Kraków Dvořák Brno šek ` +
  `žena čas
  Ísland þorn Eyþór Györ hősök tőke İzmir şeker ağaç Ñandú Çelik Èze Îles Àrea Œuvre œuf`
).split(/\s+/);

const NUMBERED = (
  `1999 2004 v1.0 A1 500 24/7 50% $19.99 £5 €12,50 12/31/99 1-800-555-0134 10:30am 3D 4U 2nd 1st 100% #1 MP3 ` +
  `B2B
  Y2K Il O0 I10 l1 011 101 5S 8B 2Z 6G Win95 (314) 1,000 0.5 No.1 Rev.2 7th IE5 H2O CO2 R2D2 X11 IPv6 4x4 ` +
  `A4 M25 U2 2x`
).split(/\s+/);

const NAMES = (
  `Smith Müller Lloyd Illingworth O'Brien McDonald DeVries Llewellyn Ilse Iris Ian Ida Olaf Oslo Lille Ulm ` +
  `Iowa Idaho India
  Italy Ireland Israel Oregon Ohio Ontario Colin Clive Darnell Cornell Vincent Wolff Siddall Molly Polly ` +
  `Willie Ella Allie Nellie
  IBM HTML CSS FTP URL PDF GIF JPEG USA UK EU UN NASA NATO BBC CNN IEEE ISO RSS XML SQL Inc. Ltd. Co. Dr. ` +
  `Mrs. St. Ave. Jr. Ph.D.
  B.A. M.Sc. U.S. U.K. a.m. p.m. e.g. i.e. vs. No. vol. pp. ed. GmbH S.A. p.o. c/o w/o iMac iPod eBay McKay ` +
  `PostScript LaTeX AltaVista`
).split(/\s+/);

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
  'wait; go',
  'wait: go',
  'yes, no',
  'yes. no',
  'file_name',
  'file-name',
  '~user',
  '50/50',
  '{x}',
  'a=b',
  'C#',
  'x*y',
  'Free*',
  '<< Prev',
  'Go!',
  'Oh, no!',
  "don't",
  'a, b; c: d.',
  'Ready? Go!',
  'Vol. 1, No. 2',
];

const TYPOGRAPHIC = [
  'What’s New',
  '“Quoted”',
  '1999–2004',
  'Now — or never',
  'More…',
  'Acme®',
  'Acme™',
  '© 1999',
  '5°',
  '½ off',
  '•News',
  'A • B',
  'A · B',
  '‹ Back',
  'Next »',
  '« Prev',
  'Next ›',
  '‘so’',
  '†note',
  '¿Qué?',
  '¡Hola!',
  '2 × 4',
  '£10',
  '§ 5',
  '10 µm',
  'No. ¹',
];

/** Letters and pairs that are easily confused. */
const ALIKE = (
  'rn:m m:rn cl:d d:cl vv:w w:vv l:I I:l l:1 1:l I:1 O:0 0:O o:0 S:5 5:S B:8 8:B Z:2 2:Z G:6 6:G a:o o:a e:c ' +
  'c:e i:l l:i i:j u:n n:u h:b b:h g:q q:g f:t t:f nn:m ri:n li:h fi:h ii:u ll:U .:, ,:. ;:: ::; e:é e:è e:ê ' +
  'e:ë a:ä a:á a:à a:å o:ö o:ó o:ø u:ü u:ú n:ñ c:ç i:ï i:í s:š z:ž l:ł U:Ü O:Ö O:Ø A:Ä A:Å E:É C:Ç N:Ñ I:Í y:ÿ ' +
  "-:– -:— ':’"
)
  .split(' ')
  .map(
    (pair) =>
      /** @type {[string, string]} */ ([pair.slice(0, pair.indexOf(':', 1)), pair.slice(pair.indexOf(':', 1) + 1)]),
  );

/**
 * Returns a text of one to three words, as images contain it: common ones, or also names, numbers, codes, and words
 * that differ from common ones by a letter.
 * @param {() => number} random @param {boolean} isPlain
 */
export function pickText(random, isPlain) {
  const pick = (/** @type {readonly string[]} */ list) => list[Math.floor(random() * list.length)];
  const count = 1 + Math.floor(random() * 3);
  const said = Array.from({ length: count }, () => {
    const kind = isPlain ? 0 : random();
    if (kind < 0.42) return pick(PLAIN);
    if (kind < 0.52) return pick(ACCENTED);
    if (kind < 0.58) return pick(NUMBERED);
    if (kind < 0.65) return writeNumber(random);
    if (kind < 0.72) return pick(NAMES);
    if (kind < 0.8) return pick(PUNCTUATED);
    if (kind < 0.84) return pick(TYPOGRAPHIC);
    if (kind < 0.88) return writeCode(random);
    if (kind < 0.96) return alter(pick(PLAIN), random);
    return pick(PLAIN) + pick(['.', ',', ':', ';', '!', '?', '*', '…', '...', '®', '™', '¹', '+', '-', '/', ')', "'"]);
  }).join(' ');
  const style = random();
  return style < 0.2 ? said.toUpperCase() : style < 0.3 ? said.toLowerCase() : said;
}

/** Returns a price, a date, a time, a telephone number or a version. @param {() => number} random */
function writeNumber(random) {
  const digits = (/** @type {number} */ count) => String(Math.floor(random() * 10 ** count)).padStart(count, '0');
  const shapes = [
    () => `$${digits(2)}.${digits(2)}`,
    () => `€${digits(3)},${digits(2)}`,
    () => `£${digits(1)}.${digits(2)}`,
    () => `${digits(1)},${digits(3)}`,
    () => `${digits(2)}/${digits(2)}/${digits(2)}`,
    () => `20${digits(2)}-${digits(2)}-${digits(2)}`,
    () => `${digits(1)}.${digits(2)}.19${digits(2)}`,
    () => `${digits(1)}:${digits(2)} pm`,
    () => `(${digits(3)}) ${digits(3)}-${digits(4)}`,
    () => `v${digits(1)}.${digits(2)}`,
    () => `${digits(2)}%`,
    () => `No. ${digits(2)}`,
    () => `19${digits(2)}-${digits(2)}`,
    () => digits(4),
  ];
  return shapes[Math.floor(random() * shapes.length)]();
}

/** Returns random signs. @param {() => number} random */
function writeCode(random) {
  const kinds = [
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
    'abcdefghijklmnopqrstuvwxyz',
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
    'Il1O0o5S8B2Zcemrnuvw',
  ];
  const signs = kinds[Math.floor(random() * kinds.length)];
  return Array.from({ length: 3 + Math.floor(random() * 5) }, () => signs[Math.floor(random() * signs.length)]).join(
    '',
  );
}

/**
 * Returns a word with one letter confused, left out or doubled.
 * @param {string} word @param {() => number} random
 */
export function alter(word, random) {
  const at = Math.floor(random() * word.length);
  const kind = random();
  if (kind < 0.15 && word.length > 3) return word.slice(0, at) + word.slice(at + 1);
  if (kind < 0.25) return word.slice(0, at) + word[at] + word.slice(at);
  const fitting = ALIKE.filter(([from]) => word.includes(from));
  const [from, to] = fitting[Math.floor(random() * fitting.length)] ?? ['', ''];
  return word.replace(from, to);
}
