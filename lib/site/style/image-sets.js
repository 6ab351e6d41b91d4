/** Types that current browsers show. */
export const KNOWN_TYPE = /^image\/(?:avif|jxl|webp|png|apng|jpe?g|gif|svg\+xml|bmp|x-icon|vnd\.microsoft\.icon)$/i;

const SET = /\b(?:-webkit-)?image-set\(/gi;
/** Max characters of a block that are searched, so that a sheet full of sets takes no longer. */
const MAX_LENGTH = 4000;
/** Max URLs of a block that are searched, for the same reason. Blocks written by people have a fifth of it. */
const MAX_URLS = 40;

/** Units of a resolution, in device pixels per CSS pixel: an inch has 96 CSS pixels and 2.54 centimetres. */
/** @type {Record<string, number>} */
const UNITS = { x: 1, dppx: 1, dpi: 1 / 96, dpcm: 2.54 / 96 };

/**
 * Lists the URLs of a style sheet that a browser does not choose: other options of an `image-set()`, or a declaration
 * in the same block before one with such a set.
 * @param {string} css
 * @param {readonly { readonly start: number, readonly end: number }[]} urls
 * @returns {Set<number>} the starts of URLs
 */
export function listPassedOver(css, urls) {
  /** @type {Set<number>} */
  const passedOver = new Set();
  for (const { 0: opening, index } of css.matchAll(SET)) {
    const end = endOfBracket(css, index + opening.length);
    const { from, block, property } = declarationAt(css, index);
    const first = urls.findIndex(({ start }) => start > block);
    const near = urls.slice(first, first + MAX_URLS);
    const inside = near.filter(({ start }) => start > index && start < end);
    if (first < 0 || inside.length === 0) continue;
    const chosen = chooseOption(css, inside, end);
    const before = near.filter(({ start }) => start < from && declarationAt(css, start).property === property);
    for (const { start } of [...inside, ...before]) if (start !== chosen) passedOver.add(start);
  }
  return passedOver;
}

/** @param {string} css @param {number} from */
function endOfBracket(css, from) {
  let depth = 1;
  for (const { 0: mark, index } of css.slice(from, from + MAX_LENGTH).matchAll(/[()]/g)) {
    depth += mark === '(' ? 1 : -1;
    if (depth === 0) return from + index;
  }
  return from;
}

/**
 * Returns the option for a screen with a density of 1: of the known types the lowest density that is high enough.
 * @param {string} css
 * @param {readonly { readonly start: number, readonly end: number }[]} urls
 * @param {number} end
 */
function chooseOption(css, urls, end) {
  const options = urls.flatMap((url, index) => {
    const said = css.slice(url.end, urls[index + 1]?.start ?? end);
    const type = /\btype\(\s*["']?([^"')]*)/i.exec(said)?.[1];
    const [, number = '1', unit = 'x'] = /\s([\d.]+)(x|dppx|dpi|dpcm)\b/i.exec(said) ?? [];
    const isKnown = type === undefined || KNOWN_TYPE.test(type);
    return isKnown ? [{ start: url.start, density: Number(number) * UNITS[unit.toLowerCase()] }] : [];
  });
  const inOrder = options.sort((a, b) => a.density - b.density);
  return (inOrder.find(({ density }) => density >= 1) ?? inOrder.at(-1))?.start ?? null;
}

/**
 * Returns the declaration around a position, and the start of its block. Background images are one property.
 * @param {string} css
 * @param {number} at
 */
function declarationAt(css, at) {
  const start = Math.max(0, at - MAX_LENGTH);
  const before = css.slice(start, at);
  const from = Math.max(before.lastIndexOf(';'), before.lastIndexOf('{'), before.lastIndexOf('}')) + 1;
  const property = before
    .slice(from, Math.max(from, before.indexOf(':', from)))
    .trim()
    .toLowerCase();
  return {
    from: start + from,
    block: start + Math.max(-1, before.lastIndexOf('{'), before.lastIndexOf('}')),
    property: property === 'background-image' ? 'background' : property,
  };
}
