const IMAGES = String.raw`\bdocument\s*\.\s*images\b`;
const LIST = new RegExp(IMAGES, 'i');
/** Old scripts ask whether a browser has images that can change, before they change one that they name. */
const ASKS = new RegExp(
  String.raw`${IMAGES}(?=\s*(?:&&|\|\||\?))|(?<=\bif\s*\((?:[^()]|\(\))*)${IMAGES}(?=\s*\))|!\s*${IMAGES}(?=\s*\))`,
  'gi',
);
/** An image by its name, which stands in the code for whoever asks. */
const NAMED = new RegExp(
  String.raw`${IMAGES}\s*(?:\[\s*(["'])[^"'\\]*\1\s*\]|\.\s*(?!length\b|item\b|namedItem\b)\w+)`,
  'gi',
);
/** Calls that are given a tag or a selector which finds images; what makes an element, or looks for a map's image, finds none of them. */
const SELECTS = /(?<!\bcreateElement\s*)\(\s*(["'`])(?!\s*<)[^"'`<]*?(?<![\w.#/:-])img(?![\w/-]|\[usemap)[^"'`<]*\1/i;
/** Libraries go over all elements, looking for a class: images matter to those that tell them from others. */
const EVERY = /getElementsByTagName(?:NS)?\s*\([^()]*["'`]\*["'`]\s*\)|\bdocument\s*\.\s*all\b/i;
const TELLS = /["'`]img["'`]/i;

/**
 * Whether code goes over a page's images without naming each.
 * @param {string} code
 */
export function walksImages(code) {
  if (LIST.test(code) && LIST.test(code.replace(ASKS, '').replace(NAMED, ''))) return true;
  return /\bimg\b/i.test(code) && (SELECTS.test(code) || (TELLS.test(code) && EVERY.test(code)));
}

/** What says where an image comes from, other than to show another file there. */
const READS =
  /\.(?:src|currentSrc)\b(?!\s*=(?!=))|["'`](?:src|currentSrc)["'`]|\[\s*src\b|\b(?:outer|inner)HTML\b(?!\s*=(?!=))|\.attributes\b/;

/**
 * Whether code may look at where an image comes from.
 * @param {string} code
 */
export function readsSources(code) {
  return READS.test(code);
}
