/** @import { Part, Parts } from './live-code.js' */

/*
 * Whether code that takes images out of `document.images` asks for each by its name or by a number that it says: images
 * without a name, or after the last number, are safe from it then. Names stand in strings, for whoever asks.
 */

const TAKES = /\bdocument\s*\.\s*images\s*\[\s*([^\][]*?)\s*\]/gi;
const HEAD = /^\s*(?:async\s+)?function\s*[A-Za-z_$][\w$]*\s*\(([^()]*)\)/;
const NAME = /^[A-Za-z_$][\w$]*$/;
/** A string that is no number, alone or as the beginning of what is put together. */
const STRING = /^(["'`])(?!\d*\1)[^"'`\\]+\1(?:\s*\+[^,]*)?$/;
const NUMBER = /^(["'`]?)(\d+)\1$/;
const GIVEN = /(?:"[^"]*"|'[^']*'|`[^`]*`|[^,"'`])+/g;
/** Functions hand names on to each other, but not for long. */
const MOST_HANDS = 4;

/**
 * Code without what takes a certain image, and the highest number that it takes one by, -1 for none; all of it where it
 * may take any.
 * @param {string} text
 * @param {Parts} parts of the same code
 * @param {() => readonly Parts[]} partsOfAll of the page's code
 * @returns {{ text: string, last: number }}
 */
export function withoutCertain(text, parts, partsOfAll) {
  const keys = new Set([...text.matchAll(TAKES)].map(([, key]) => key));
  const all = [...keys].some((key) => NAME.test(key)) ? partsOfAll() : [];
  /** @param {string} key @returns {number[] | null} */
  const numbersOf = (key) => {
    const said = numberIn(key);
    if (said || !NAME.test(key) || takesBy(parts.rest, key)) return said;
    return joined(
      parts.functions.filter((code) => takesBy(code, key)).map((code) => numbersGiven(code, key, all, MOST_HANDS)),
    );
  };
  const numbers = joined([...keys].map(numbersOf));
  return numbers ? { text: text.replace(TAKES, ''), last: Math.max(-1, ...numbers) } : { text, last: -1 };
}

/**
 * The number that a value is, none where it is a name; null where neither can be told.
 * @param {string} value
 * @returns {number[] | null}
 */
function numberIn(value) {
  const number = NUMBER.exec(value);
  if (number) return [Number(number[2])];
  return STRING.test(value) ? [] : null;
}

/**
 * All of several lists; null where one of them is.
 * @param {readonly (number[] | null)[]} lists
 * @returns {number[] | null}
 */
function joined(lists) {
  return lists.includes(null) ? null : lists.flatMap((list) => list ?? []);
}

const BEGINNINGS = /(["'`])([\w-]+)\1\s*\+/g;
const ENDINGS = /\+\s*(["'`])([\w-]+)\1/g;

/**
 * Whether code may name what its words do not: a name that is no word, or one that it puts together: `"row" + i`, `name
 * + "_on"`. Of short pieces that is believed with a number only.
 * @param {string} code
 * @returns {(name: string) => boolean}
 */
export function composesNames(code) {
  const piecesOf = (/** @type {RegExp} */ form) => [...new Set([...code.matchAll(form)].map((found) => found[2]))];
  const [beginnings, endings] = [BEGINNINGS, ENDINGS].map(piecesOf);
  const isRest = (/** @type {string} */ piece, /** @type {string} */ rest) =>
    piece.length > 2 ? rest !== '' : /^\d/.test(rest);
  return (name) =>
    (name !== '' && !NAME.test(name) && code.includes(name)) ||
    beginnings.some((piece) => name.startsWith(piece) && isRest(piece, name.slice(piece.length))) ||
    endings.some((piece) => piece.length > 2 && name.length > piece.length && name.endsWith(piece));
}

/** @param {Part} code @param {string} key */
function takesBy({ text }, key) {
  return [...text.matchAll(TAKES)].some((found) => found[1] === key);
}

/**
 * The numbers that calls of a function give for one of its parameters, which it leaves as it is, where each gives a
 * name or a number; else null.
 * @param {Part & { name: string }} code
 * @param {string} parameter
 * @param {readonly Parts[]} all
 * @param {number} hands
 * @returns {number[] | null}
 */
function numbersGiven({ name, text }, parameter, all, hands) {
  const at = parametersOf(text).indexOf(parameter);
  const isSet = new RegExp(
    String.raw`(?<![.\w$])${plain(parameter)}\s*(?:[-+*/%]?=(?!=)|\+\+|--)|\bvar\s+${plain(parameter)}\b`,
  ).test(text);
  if (at < 0 || isSet || hands === 0) return null;
  const codes = all.flatMap(({ functions, rest }) => [...functions, { ...rest, name: '' }]);
  return joined(
    codes.map((code) => {
      const calls = callsOf(code.name === name ? code.text.replace(HEAD, '') : code.text, name);
      if (!calls) return null;
      const handedOn = (/** @type {string} */ value) =>
        NAME.test(value) && code.name !== '' ? numbersGiven(code, value, all, hands - 1) : null;
      return joined(calls.map((given) => numberIn(given[at] ?? '') ?? handedOn(given[at] ?? '')));
    }),
  );
}

/** @param {string} text */
function parametersOf(text) {
  return (HEAD.exec(text)?.[1] ?? '').split(',').map((one) => one.trim());
}

/**
 * What a function is called with, wherever code says its name; null where that is no call.
 * @param {string} text
 * @param {string} name
 * @returns {string[][] | null}
 */
function callsOf(text, name) {
  const calls = [];
  for (const { index } of text.matchAll(new RegExp(String.raw`(?<![\w$])${plain(name)}(?![\w$])`, 'g'))) {
    const given = /^\s*\(([^()]*)\)/.exec(text.slice(index + name.length));
    if (!given) return null;
    calls.push((given[1].match(GIVEN) ?? []).map((one) => one.trim()));
  }
  return calls;
}

/** @param {string} name */
function plain(name) {
  return name.replaceAll('$', String.raw`\$`);
}
