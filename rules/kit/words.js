import { exact } from '../../lib/base/exact.js';
import { readOnce } from '../../lib/base/read-once.js';
import { folderIn } from '../../lib/base/trim.js';
import { copyAttribute } from '../../lib/site/page/attributes.js';
import { CARRIED_HANDLERS } from '../../lib/site/page/carried-handlers.js';
import { escapeAttribute } from '../../lib/site/page/escape.js';
import { ABSOLUTE } from '../../lib/site/style/relative-url.js';
import { carryBox } from './box.js';
import { findTextBarrier } from './inline.js';
import { listMenus } from './menus.js';
import { isUntouched, observedImage } from './observed-image.js';
import { hasNamedClass, isHandled, isListed } from './scripted.js';
import { mayShowText, shownSizeOf, siteImages } from './site-images.js';
import { writeStandIn } from './stand-in.js';
import { isNamedElsewhere } from './swaps.js';
import { listWordPairs } from './word-pairs.js';

/**
 * @import { ImageFacts } from '../../lib/images/types.ts'
 * @import { Edit, Facts, Proposal, Reason } from '../../lib/plan/types.ts'
 * @import { Element, Page, Reference, Sheet } from '../../lib/site/types.ts'
 *
 * @typedef {{ reference: Reference, element: Element, image: ImageFacts, path: string, isNameless?: boolean, standsIn?:
 *   boolean, isCarrier?: boolean }} Place `isNameless`: true if code that stays must not find the text by the name of
 *   the image; `standsIn`: true if scripts may take the image out of a list of all, so that another one has to be in
 *   its place; `isCarrier`: true if the text keeps the handlers of the image
 */

/** Attributes that control how an image is fetched, sized or placed. They have no meaning on text. */
const DROPPED = new RegExp(
  `^(?:src|alt|usemap|ismap|width|height|border|hspace|vspace|align|class|style|name|lowsrc` +
    `|dynsrc|longdesc|loading|decoding|fetchpriority|crossorigin|referrerpolicy|suppress|galleryimg` +
    `|type|value|onmouse(?:over|out|enter|leave|down|up))$`,
);
const TEMPLATE = /<%|<\?|\{\{|\{%|<!--#|\[%/;
/** Properties that text inherits from the page around it, with the values that reset them. */
const INHERITED = exact([
  ['letter-spacing', 'normal'],
  ['word-spacing', 'normal'],
  ['text-indent', '0'],
  ['text-transform', 'none'],
  ['text-shadow', 'none'],
  ['font-variant', 'normal'],
]);

/** The properties that all text image rules share, with the option that sets the required similarity of the text. */
export const TEXT_RULE = exact({
  category: 'lettering',
  default: 'on',
  safety: 'visual',
  addsStyles: true,
  isPreferred: true,
  reads: ['images', 'references', 'sheets', 'scripts', 'usage', 'behind', 'backgrounds', 'options'],
  options: {
    lossy: {
      type: 'boolean',
      default: false,
      description:
        'Allows text in another font of the same class, weight and size, as `--safety lossy` does. Otherwise the ' +
        'text must look the same.',
    },
  },
  levels: { lossy: { options: { lossy: true } } },
});

/** Messages shared by all text image rules. */
export const WORDS_MESSAGES = {
  words: '{name} contains text that HTML and CSS can render without a request.',
  mapped: '{name} contains text, but it has an image map.',
  scripted: '{name} contains text, but a script uses it.',
  different: '{name} contains text, but text cannot replace it at this size or place without a visible difference.',
  policy: '{name} contains text, but the page forbids fonts in style sheets.',
  processed: '{name} contains text, but a server or an XML parser processes the page before a browser shows it.',
};

/**
 * Proposes text for each image of a page that a rule selects. An image that cannot be replaced gets a candidate with
 * the reason. Pairs of text images are left to their own rule.
 * @param {string} rule @param {Page} page @param {Facts} facts
 * @param {(place: Place) => boolean} wants
 * @param {(place: Place) => { messageId: string, rejected: Reason } | null} [hinders]
 * @returns {Proposal[]}
 */
export function proposeWords(rule, page, facts, wants, hinders = () => null) {
  const swapped = new Set(listWordPairs(page, facts).map(({ image }) => image));
  return facts.references.flatMap((reference) => {
    const { element: index, target, attribute, odd } = reference;
    if (index === null || attribute !== 'src' || target.kind !== 'file' || odd) return [];
    const element = page.elements[index];
    const image = facts.images.get(target.path);
    if (element.inert || element.foreign || swapped.has(element) || !image || image.broken) return [];
    const place = { reference, element, image, path: target.path };
    const isAsked = image.kind.startsWith('text') || mayShowText(image);
    return isAsked && wants(place) ? [proposeOne(rule, page, facts, place, hinders(place))] : [];
  });
}

/**
 * @param {string} rule @param {Page} page @param {Facts} facts @param {Place} place
 * @param {{ messageId: string, rejected: Reason } | null} hindered
 * @returns {Proposal}
 */
function proposeOne(rule, page, facts, place, hindered) {
  const { scripts } = facts;
  const standsIn = isListed(place.element, scripts);
  const isCarrier = carriesHandlers(page, place, scripts);
  const isTied = mayReach(page, place, scripts, isCarrier) || (standsIn && !isUntouched(page, place, scripts.images));
  return describeWords(rule, page, facts, { ...place, standsIn, isCarrier }, isTied ? SCRIPTED : hindered);
}

/**
 * Returns true if an image has handlers that the visit saw work on text in its place.
 * @param {Page} page @param {Place} place @param {Facts['scripts']} scripts
 */
function carriesHandlers(page, place, { images }) {
  const handlers = [...place.element.attributes.keys()].filter((name) => name.startsWith('on'));
  if (handlers.length === 0 || !handlers.every((name) => CARRIED_HANDLERS.includes(name))) return false;
  return observedImage(page, place, images)?.isCarried === true;
}

/**
 * Returns true if a script may read or change an element: by its handlers, its name, or its class. A script that only
 * names its file, for example to preload it, does not reach the element.
 * @param {Page} page @param {Place} place @param {Facts['scripts']} scripts
 * @param {boolean} isCarrier true if text can carry its handlers
 */
function mayReach(page, { element, path }, scripts, isCarrier) {
  const { attributes } = element;
  if (hasNamedClass(element, scripts)) return true;
  if (!isCarrier && [...attributes.keys()].some((name) => name.startsWith('on'))) return true;
  const names = ['name', 'id'].flatMap((name) => attributes.get(name)?.value ?? []);
  if (names.some((name) => isNamedElsewhere(page, { handlers: [] }, name, scripts))) return true;
  return scripts.files.has(path) && (scripts.images === null || isHandled(element));
}

/**
 * Builds the candidate that replaces an image with text, or gives the reason why that is impossible.
 * @param {string} rule @param {Page} page @param {Facts} facts @param {Place} place
 * @param {{ messageId: string, rejected: Reason } | null} hindered
 * @returns {Proposal}
 */
export function describeWords(rule, page, facts, place, hindered) {
  const { reference, element, image, path, standsIn = false, isNameless = standsIn, isCarrier = false } = place;
  // An image in which no text is found is not reported, unless its kind or its alternative implies text.
  const isQuiet = !image.kind.startsWith('text') && !/\p{L}/u.test(element.attributes.get('alt')?.value ?? '');
  const menu = listMenus(page, facts).get(element);
  const base = {
    rule,
    page: page.path,
    range: element.range,
    resource: path,
    ...(isQuiet ? { isQuiet } : {}),
    ...(menu ? { whole: menu } : {}),
    supersedes: ['missing-alternative', 'small-image'],
  };
  const data = { name: path.split('/').at(-1), width: image.width, height: image.height };
  const hindrance = hindranceOf(page, element) ?? hindered;
  if (hindrance) return { ...base, ...hindrance, data };
  const box = carryBox(page, element, image, facts.sheets, { mayPad: true, mayHold: true });
  const shown = element.attributes.has('usemap') ? image : shownSizeOf(facts, path, image);
  const isSized = box?.width === shown.width && box.height === shown.height;
  if (!isSized || box.isBordered || /%/.test(box.placement + box.size)) {
    return { ...base, messageId: 'different', data, rejected: 'looks-different' };
  }
  return {
    ...base,
    messageId: 'words',
    data: {
      ...data,
      site: siteImages(facts),
      folder: folderIn(reference.url),
      // A page with root-relative URLs may be served at several addresses.
      base: ABSOLUTE.test(reference.url.trim()) ? null : page.base,
      placement: box.placement,
      around: box.held ? [forbidBreaks(box.held)] : [],
      isPadded: box.isPadded,
      kept: keptAttributes(page, element, { isNameless, isCarrier }),
      standIn: standsIn ? writeStandIn(page, element) : '',
      alt: element.attributes.get('alt')?.value.trim() ?? null,
      isDecorated: Boolean(textAround(element)),
      classes: element.attributes.get('class')?.value.trim() ?? '',
      resets: listResets(facts),
    },
  };
}

/** Lists the declarations that reset what text inherits from the page around it. @param {Facts} facts */
export function listResets(facts) {
  return INHERITED.filter(([property]) => isSet(property, facts)).map(([property, value]) => `${property}:${value}`);
}

/** Returns the edit that keeps the lines of a cell from breaking. @param {Element} cell @returns {Edit} */
function forbidBreaks({ tag, startTag }) {
  const at = startTag.start + 1 + tag.length;
  return { range: { start: at, end: at }, text: ' nowrap', isShared: true };
}

const SCRIPTED = Object.freeze({ messageId: 'scripted', rejected: exact('in-use-by-script') });

/**
 * Returns the reason why an image cannot be replaced, whatever it contains.
 * @param {Page} page @param {Element} element
 * @returns {{ messageId: string, rejected: Reason } | null}
 */
function hindranceOf(page, { attributes, parent, startTag }) {
  if (attributes.has('ismap') && !attributes.has('usemap')) return { messageId: 'mapped', rejected: 'image-map' };
  if (TEMPLATE.test(page.source.slice(startTag.start, startTag.end))) return SCRIPTED;
  const barrier = findTextBarrier(page);
  if (barrier) return barrier;
  const isChosen = attributes.has('srcset') || parent?.tag === 'picture' || parent?.tag === 'button';
  return isChosen ? { messageId: 'different', rejected: 'looks-different' } : null;
}

/** @param {Element} element */
function linkOf({ parent }) {
  for (let above = parent; above; above = above.parent) if (above.tag === 'a') return above;
  return null;
}

/** Returns the text around an image in the same link. @param {Element} element */
function textAround(element) {
  const link = linkOf(element);
  /** @param {Element | import('../../lib/site/types.ts').Text} node @returns {string} */
  const read = (node) => {
    if ('children' in node) return node.children.map(read).join(' ');
    return node.tag === '#text' ? node.text : '';
  };
  return link ? read(link).replace(/\s+/g, ' ').trim() : '';
}

/** Returns true if a style sheet of the page may set a property. @param {string} property @param {Facts} facts */
function isSet(property, { sheets }) {
  return sheets.some((sheet) => propertiesIn(sheet).some((other) => other.startsWith(property)));
}

const propertiesIn = readOnce((/** @type {Sheet} */ { rules }) => [
  ...new Set(rules.flatMap(({ declarations }) => declarations.map(({ property }) => property))),
]);

/**
 * Returns the image's attributes that the text keeps, as written.
 * @param {Page} page @param {Element} element @param {{ isNameless: boolean, isCarrier: boolean }} how
 */
function keptAttributes(page, { tag, attributes }, { isNameless, isCarrier }) {
  const isCarried = (/** @type {string} */ name) => isCarrier && CARRIED_HANDLERS.includes(name);
  const kept = [...attributes.values()]
    .filter(({ name }) => (!DROPPED.test(name) || isCarried(name)) && !(isNameless && name === 'id'))
    .map((attribute) => copyAttribute(page, attribute));
  const name = attributes.get('name');
  if (tag === 'img' && name && !attributes.has('id') && !isNameless) kept.push(` id="${escapeAttribute(name.value)}"`);
  return kept.join('');
}
