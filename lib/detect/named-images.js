/** @import { Part, Parts } from './live-code.js' */

/*
 * Whether code that takes images out of `document.images` asks for each by its name: images without one are safe from it then, and
 * names stand in strings, for whoever asks. Numbers find any image.
 */

const TAKES = /\bdocument\s*\.\s*images\s*\[\s*([^\][]*?)\s*\]/gi;
const HEAD = /^\s*(?:async\s+)?function\s*[A-Za-z_$][\w$]*\s*\(([^()]*)\)/;
const NAME = /^[A-Za-z_$][\w$]*$/;
/** A string that is no number, alone or as the beginning of what is put together. */
const STRING = /^(["'`])(?!\d*\1)[^"'`\\]+\1(?:\s*\+[^,]*)?$/;
const GIVEN = /(?:"[^"]*"|'[^']*'|`[^`]*`|[^,"'`])+/g;
/** Functions hand names on to each other, but not for long. */
const MOST_HANDS = 4;

/**
 * Code of which all that takes an image by its name is left out.
 * @param {string} text
 * @param {Parts} parts of the same code
 * @param {() => readonly Parts[]} partsOfAll of the page's code
 */
export function withoutNamed(text, parts, partsOfAll) {
  const keys = new Set([...text.matchAll(TAKES)].map(([, key]) => key));
  const taken = [...keys].filter((key) => !STRING.test(key));
  const all = taken.length > 0 ? partsOfAll() : [];
  const isNamed = (/** @type {string} */ key) =>
    NAME.test(key) &&
    parts.functions.every((code) => !takesBy(code, key) || isGivenNames(code, key, all, MOST_HANDS)) &&
    !takesBy(parts.rest, key);
  return taken.every(isNamed) ? text.replace(TAKES, '') : text;
}

const BEGINNINGS = /(["'`])([\w-]+)\1\s*\+/g;
const ENDINGS = /\+\s*(["'`])([\w-]+)\1/g;

/**
 * Whether code may name what its words do not: a name that is no word, or one that it puts together: `"row" + i`, `name + "_on"`. Of short
 * pieces that is believed with a number only.
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
 * Whether every call of a function gives a name for one of its parameters, which it leaves as it is.
 * @param {Part & { name: string }} code
 * @param {string} parameter
 * @param {readonly Parts[]} all
 * @param {number} hands
 * @returns {boolean}
 */
function isGivenNames({ name, text }, parameter, all, hands) {
  const at = parametersOf(text).indexOf(parameter);
  const isSet = new RegExp(
    String.raw`(?<![.\w$])${plain(parameter)}\s*(?:[-+*/%]?=(?!=)|\+\+|--)|\bvar\s+${plain(parameter)}\b`,
  ).test(text);
  if (at < 0 || isSet || hands === 0) return false;
  return all.every(({ functions, rest }) =>
    [...functions, { ...rest, name: '' }].every((code) => {
      const calls = callsOf(code.name === name ? code.text.replace(HEAD, '') : code.text, name);
      return calls?.every((given) => {
        const value = given[at] ?? '';
        if (STRING.test(value)) return true;
        return NAME.test(value) && code.name !== '' && isGivenNames(code, value, all, hands - 1);
      });
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
