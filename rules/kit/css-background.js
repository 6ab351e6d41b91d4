/**
 * @import { ImageFacts } from '../../lib/images/types.ts'
 * @import { Edit } from '../../lib/plan/types.ts'
 * @import { Range } from '../../lib/site/types.ts'
 */

import { paintCss } from './paint-css.js';

const POSITION = /^(?:left|right|top|bottom|center|-?(?:\d+|\d*\.\d+)(?:px|em|rem|%|pt)?)$/i;
const REPEAT = /^(?:no-repeat|repeat-x|repeat-y|space|round)$/i;

/**
 * Replaces `url(…)` with a gradient in the declaration around it, and adds the image's own size.
 * @param {string} source
 * @param {Range} range range of the URL
 * @param {ImageFacts} image
 * @param {boolean} fills true if nothing else in the sheets keeps a background from filling its box
 * @returns {Edit[] | null} null if the declaration contains something that cannot be kept
 */
export function paintDeclaration(source, range, image, fills) {
  const url = urlAround(source, range);
  const declaration = url && declarationAround(source, url);
  const css = declaration && image.paint && paintCss(image.paint, image, image, axesOf(declaration, fills));
  if (!css) return null;
  const gradient = image.paint?.kind === 'solid' ? `linear-gradient(${css},${css})` : css;
  if (gradient.includes('),')) return null;
  const size = `${image.width}px ${image.height}px`;
  const { property, before, after, end, important } = declaration;
  if (property === 'background-image') {
    if (before.trim() !== '' || after.trim() !== '') return null;
    return [
      { range: url, text: gradient },
      { range: { start: end, end }, text: `;background-size:${size}${important ? '!important' : ''}` },
    ];
  }
  if (property !== 'background') return null;
  const words = [...wordsOf(before), ...wordsOf(after)];
  if (words.some((word) => /[/,"\\]/.test(withoutArguments(word)))) return null;
  if (fills && image.paint?.kind === 'solid' && !words.some((word) => REPEAT.test(word)))
    return [{ range: url, text: gradient }];
  const places = words.filter((word) => POSITION.test(word));
  if (places.length === 0) return [{ range: url, text: `${gradient} 0 0/${size}` }];
  const last = places[places.length - 1];
  const inAfter = wordsOf(after).some((word) => POSITION.test(word));
  const text = inAfter ? after : before;
  const at = (inAfter ? url.end : url.start - before.length) + text.lastIndexOf(last) + last.length;
  return [
    { range: url, text: gradient },
    { range: { start: at, end: at }, text: `/${size}` },
  ];
}

/**
 * Returns the axes along which a background repeats.
 * @param {{ before: string, after: string }} declaration
 * @param {boolean} fills
 */
function axesOf({ before, after }, fills) {
  const said = [...wordsOf(before), ...wordsOf(after)].find((word) => REPEAT.test(word))?.toLowerCase();
  if (said) return said.startsWith('repeat-') ? said.slice(-1) : '';
  return fills ? 'xy' : '';
}

/** @param {string} text */
function wordsOf(text) {
  return text.match(/[^\s(]+(?:\([^)]*\))?/g) ?? [];
}

/** A quotation mark, as written in sheets or escaped in attributes. */
const QUOTE = `(?:["']|&(?:quot|apos|#34|#39|#x22|#x27);)?`;
/** The text before a URL. */
export const URL_OPENING = new RegExp(String.raw`url\(\s*${QUOTE}$`, 'i');
const URL_CLOSING = new RegExp(String.raw`^${QUOTE}\s*\)`, 'i');

/**
 * Returns the range of the whole `url(…)` around a URL.
 * @param {string} source
 * @param {Range} range
 * @returns {Range | null}
 */
export function urlAround(source, { start, end }) {
  const opening = URL_OPENING.exec(source.slice(Math.max(0, start - 16), start));
  const closing = URL_CLOSING.exec(source.slice(end, end + 16));
  return opening && closing ? { start: start - opening[0].length, end: end + closing[0].length } : null;
}

/** Another layer's image, whose quotes belong together. */
const QUOTED_URL = String.raw`url\(\s*(?:"[^"'()\\]*"|'[^"'()\\]*')\s*\)`;
const QUOTED_URLS = new RegExp(QUOTED_URL, 'gi');
const TAIL = new RegExp(String.raw`^((?:${QUOTED_URL}|[^;{}"'<])*)`, 'i');

/**
 * Reads the declaration around a URL in a style sheet, with the text before and after the URL in its value.
 * @param {string} source
 * @param {Range} url
 */
export function declarationAround(source, { start, end }) {
  const head = /(?:^|[;{"'])\s*([\w-]+)\s*:([^;{}]*)$/.exec(source.slice(Math.max(0, start - 400), start));
  const tail = TAIL.exec(source.slice(end, end + 400));
  if (!head || !tail || /\/\*|["'\\]/.test(`${head[2]} ${tail[1]}`.replaceAll(QUOTED_URLS, ''))) return null;
  const important = /!\s*important\s*$/i.exec(tail[1]);
  const after = important ? tail[1].slice(0, important.index) : tail[1];
  return {
    property: head[1].toLowerCase(),
    before: head[2],
    after,
    end: end + tail[1].trimEnd().length,
    important: important !== null,
  };
}

/** @param {string} word such as `calc(1px + 1%)` */
function withoutArguments(word) {
  const [open, close] = [word.indexOf('('), word.lastIndexOf(')')];
  return open === -1 || close < open ? word : word.slice(0, open) + word.slice(close + 1);
}
