/** Parses values of legacy attributes as HTML specifies, and writes them as CSS. */

/** Named colours of CSS. Any other word is parsed as hexadecimal digits by the rules for legacy colours. */
const COLOUR_NAMES = new Set(
  (
    'aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood ' +
    'cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod ' +
    'darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon ' +
    'darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray ' +
    'dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green ' +
    'greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon ' +
    'lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon ' +
    'lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen ' +
    'magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue ' +
    'mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy ' +
    'oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip ' +
    'peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown ' +
    'seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan teal ' +
    'thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen'
  ).split(' '),
);

/** Max length of a colour. The rules for legacy colours cut longer values. */
const MAX_COLOUR_LENGTH = 128;
/** Max number of digits of a colour component. The last ones count. */
const MAX_PART_LENGTH = 8;

/**
 * Converts a legacy colour to CSS.
 * @see https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-a-legacy-colour-value
 * @param {string} value
 * @returns {string | null} null if browsers ignore it
 */
export function readColour(value) {
  const text = value.trim().toLowerCase();
  if (value === '' || text === 'transparent') return null;
  if (COLOUR_NAMES.has(text)) return text;
  if (/^#[0-9a-f]{3}$/.test(text)) return text;
  let digits = text
    .replace(/[\u{10000}-\u{10ffff}]/gu, '00')
    .slice(0, MAX_COLOUR_LENGTH)
    .replace(/^#/, '')
    .replace(/[^0-9a-f]/g, '0');
  while (digits.length === 0 || digits.length % 3 !== 0) digits += '0';
  const size = digits.length / 3;
  let parts = [0, 1, 2].map((index) => digits.slice(index * size, (index + 1) * size).slice(-MAX_PART_LENGTH));
  while (parts[0].length > 2 && parts.every((part) => part.startsWith('0'))) parts = parts.map((part) => part.slice(1));
  return shorten(parts.map((part) => part.slice(0, 2).padStart(2, '0')));
}

/** @param {readonly string[]} parts two digits each */
function shorten(parts) {
  const isShort = parts.every(([first, second]) => first === second);
  return `#${parts.map((part) => (isShort ? part[0] : part)).join('')}`;
}

/**
 * Returns a width or height in pixels or percent.
 * @param {string} value
 * @returns {string | null} null if browsers ignore it or parse only a part of it
 */
export function readLength(value) {
  const [, digits, unit = 'px'] = /^(\d+)\s*(px|%)?$/i.exec(value.trim()) ?? [];
  if (digits === undefined) return null;
  const plain = digits.replace(/^0+(?=\d)/, '');
  return `${plain}${plain === '0' ? '' : unit.toLowerCase()}`;
}

/**
 * Returns a number of pixels.
 * @param {string} value
 * @returns {number | null}
 */
export function readPixels(value) {
  const [, digits] = /^(\d+)\s*(?:px)?$/i.exec(value.trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Keywords of the font sizes 1 to 7. */
const FONT_SIZES = ['x-small', 'small', 'medium', 'large', 'x-large', 'xx-large', 'xxx-large'];
/** Signed sizes are relative to this size, whatever the context. */
const BASE_FONT_SIZE = 3;

/**
 * Returns the keyword of a font size.
 * @param {string} value
 * @returns {string | null}
 */
export function readFontSize(value) {
  const [, sign, digits] = /^\s*([+-]?)(\d+)/.exec(value) ?? [];
  if (digits === undefined) return null;
  const offset = sign === '' ? 0 : BASE_FONT_SIZE;
  const size = offset + (sign === '-' ? -1 : 1) * Number(digits);
  return FONT_SIZES[Math.min(FONT_SIZES.length, Math.max(1, size)) - 1];
}

/** Generic families, which must not be quoted. */
const GENERIC = new Set(['serif', 'sans-serif', 'monospace', 'cursive', 'fantasy', 'system-ui', 'inherit', 'initial']);

/**
 * Returns a list of font families.
 * @param {string} value
 * @returns {string | null} null if browsers would parse a name differently
 */
export function readFamilies(value) {
  const names = value.split(',').map((name) => name.trim());
  if (!names.every((name) => /^[a-z][\w -]*$/i.test(name))) return null;
  return names
    .map((name) => {
      const plain = name.replace(/\s+/g, ' ');
      return GENERIC.has(plain.toLowerCase()) ? plain.toLowerCase() : quoteFamily(plain);
    })
    .join(', ');
}

/** @param {string} name */
function quoteFamily(name) {
  return name.split(' ').every((word) => /^[a-z][\w-]*$/i.test(word)) ? name : `"${name}"`;
}
