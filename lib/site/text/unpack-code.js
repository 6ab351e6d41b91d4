const MARK = 'eval(function(p,a,c,k,e,';
const PACKED = new RegExp(
  String.raw`eval\(function\(p,a,c,k,e,[a-z]\)\{[\s\S]{0,600}?return p;?\}\('([^'\\]*(?:\\[\s\S]` +
    String.raw`[^'\\]*)*)',(\d+),(\d+),'([^'\\]*(?:\\[\s\S][^'\\]*)*)'\.split\('\|'\)(?:,0,\{\})?\)\)`,
  'g',
);
/** Max calls that are unpacked. Packers write one. */
const MAX_CALLS = 20;
/** Ten digits, and the letters in both cases. */
const MAX_DIGITS = 62;
const ESCAPES = /\\([\s\S])/g;
const LINE_ENDS = new Map([
  ['n', '\n'],
  ['r', '\r'],
]);
const WORD = /\b\w+\b/g;

/**
 * Reverses Dean Edwards' packer. It writes each word as a number and the words into a list, so that packed code cannot
 * be analysed.
 * @param {string} code
 */
export function unpackCode(code) {
  // A packed script is one call. Many of them are none, and each would be read to the end of the code.
  const calls = code.split(MARK, MAX_CALLS + 2).length - 1;
  if (calls === 0 || calls > MAX_CALLS) return code;
  return code.replace(PACKED, (all, text, base, count, list) => {
    if (base < 2 || base > MAX_DIGITS) return all;
    const words = plainText(list).split('|').slice(0, count);
    const numbers = new Map(words.map((word, at) => [nameOf(at, Number(base)), word]));
    return plainText(text).replace(WORD, (number) => numbers.get(number) || number);
  });
}

/**
 * Returns a number in the packer's notation: digits, small letters and capitals.
 * @param {number} number
 * @param {number} base
 * @returns {string}
 */
function nameOf(number, base) {
  const rest = number % base;
  const digit = rest > 35 ? String.fromCharCode(rest + 29) : rest.toString(36);
  return (number < base ? '' : nameOf(Math.floor(number / base), base)) + digit;
}

/** @param {string} text of a string between quotes */
function plainText(text) {
  return text.replace(ESCAPES, (_, letter) => LINE_ENDS.get(letter) ?? letter);
}
