/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { Attribute, Element, Page, SitePath } from '../../lib/site/types.ts' */
/** @import { ImageSwap } from '../../lib/visit/types.ts' */
/** @import { Pair } from './swaps.js' */

import { readOnce } from '../../lib/base/read-once.js';
import { listNeedlessClicks } from './editor-code.js';
import { keptOf } from './handler-code.js';
import { listMenus } from './menus.js';
import { isUnchanged } from './observed-image.js';
import { referencesOf } from './references-of.js';
import { listRegistrations } from './registrations.js';
import { isListed } from './scripted.js';
import { mayShowText } from './site-images.js';
import {
  findRollovers,
  hasOtherHandlers,
  holdsOnly,
  isNamedInMarkup,
  isNamedInScripts,
  readPair,
  secondOf,
} from './swaps.js';

/**
 * Returns the pairs that may contain the same text in two colours, read from their handlers or recorded by the visit.
 * @param {Page} page
 * @param {Facts} facts
 * @returns {Pair[]}
 */
export function listWordPairs(page, facts) {
  const { swaps } = facts.scripts;
  const read = findRollovers(page).flatMap((rollover) => readPair(page, rollover, facts) ?? []);
  const own = new Set(swaps.map(({ image }) => image));
  const passive = new Set(swaps.flatMap(({ others }) => others.flatMap(({ image }) => (own.has(image) ? [] : image))));
  const watched = [
    ...swaps.flatMap((swap) => readWatched(page, swap, facts) ?? []),
    ...[...passive].flatMap((number) => readPassive(page, number, facts) ?? []),
  ];
  const known = new Set(read.filter((pair) => !hasOtherHandlers(pair)).map(({ carrier }) => carrier));
  const added = watched.filter(({ carrier, away }) => away || !known.has(carrier));
  const replaced = new Set(added.map(({ carrier }) => carrier));
  return [...read.filter(({ carrier }) => !replaced.has(carrier)), ...added].filter((pair) =>
    mayShowWords(pair, facts.images),
  );
}

/**
 * Returns a pair whose change the visit recorded, whatever code caused it. Returns null if the handlers may have other
 * effects on the image.
 * @param {Page} page @param {ImageSwap} swap @param {Facts} facts
 * @returns {Pair | null}
 */
function readWatched(page, swap, facts) {
  const { images, scripts } = facts;
  const { rest, hover: named, pressed, others } = swap;
  const carrier = carrierOf(page, swap);
  const image = imagesIn(page)[swap.image];
  const over = carrier?.attributes.get('onmouseover');
  if (!carrier || !over || !image || sourceOf(image, facts) !== rest) return null;
  const isSole = carrier === image || holdsOnly(carrier, image);
  const isOwn = scripts.swaps.filter((other) => other.image === swap.image).length === 1;
  const isShared = others.length > 0;
  const standsIn = isListed(image, scripts);
  if (standsIn && !mayStandIn(page, image, facts)) return null;
  if (!isSole || !isOwn || (isShared && (standsIn || isMentioned(page, image)))) return null;
  const names = namesOf(image);
  const second = secondOf(named, rest, images);
  const handlers = listHandlers(carrier, over, { pressed, isKept: pressed === named });
  const kept = isShared ? new Map(handlers.map((handler) => [handler, handler.value])) : keptOf(handlers, names);
  if (!kept) return null;
  const users = scripts.swaps.filter((other) => other.hover === named).length;
  // If the second file is missing, the first one can be that of the pressed button.
  const files = { rest, ...second, pressed: pressed === named || pressed === second.hover ? null : pressed };
  const registrations = listRegistrations(page, files, names);
  const ownsFiles = !isShared && areOwn(files, swap, facts);
  const pair = { carrier, image, handlers, kept, ...files, users, registrations, isShared, standsIn, ownsFiles };
  return withAway(page, pair, swap.image, facts);
}

/**
 * Returns true if no other image of the page renders one of a pair's files, at rest or under the mouse.
 * @param {Pick<Pair, 'rest' | 'hover' | 'missing' | 'pressed'>} files @param {ImageSwap} swap @param {Facts} facts
 */
function areOwn({ rest, hover, missing, pressed }, swap, { references, scripts }) {
  const own = new Set([rest, hover, missing, pressed]);
  const shown = references.filter(
    ({ attribute, target }) => attribute === 'src' && target.kind === 'file' && own.has(target.path),
  );
  const others = scripts.swaps.filter((other) => other.image !== swap.image);
  const swapped = others.flatMap((other) => [
    other.rest,
    other.hover,
    other.pressed,
    ...other.others.map((one) => one.hover),
  ]);
  return shown.length === 1 && !swapped.some((path) => path !== null && own.has(path));
}

/**
 * Returns the pair of an image that changes only while the mouse is over others.
 * @param {Page} page @param {number} number @param {Facts} facts
 */
function readPassive(page, number, facts) {
  const image = imagesIn(page)[number];
  const rest = image && !isListed(image, facts.scripts) ? sourceOf(image, facts) : null;
  if (rest === null) return null;
  const files = { rest, hover: rest, missing: null, pressed: null };
  const pair = { carrier: image, image, handlers: [], kept: new Map(), ...files, users: 1, registrations: [] };
  return withAway(page, pair, number, facts);
}

/**
 * Adds the file that an image renders while the mouse is over other images of its menu, such as the one of the current
 * page that is not highlighted then. Returns null if there is no selector for that state, or if other code may use the
 * image.
 * @param {Page} page @param {Pair} pair @param {number} number @param {Facts} facts
 * @returns {Pair | null}
 */
function withAway(page, pair, number, facts) {
  const { swaps } = facts.scripts;
  const from = swaps.filter(({ others }) => others.some(({ image }) => image === number));
  const names = namesOf(pair.image);
  const carriers = from.flatMap((swap) => carrierOf(page, swap) ?? []);
  const known = [
    ...pair.handlers,
    ...listNeedlessClicks(page, pair.carrier, facts.scripts),
    ...carriers.flatMap(({ attributes }) => [...attributes.values()]),
  ];
  const { registrations } = pair;
  if (names.some((name) => isNamedInMarkup(page, { handlers: known }, name))) return null;
  if (names.some((name) => isNamedInScripts(page, { registrations }, name, facts.scripts))) {
    const isAlone = from.length === 0 && !pair.isShared && mayStandIn(page, pair.image, facts);
    return isAlone ? { ...pair, standsIn: true } : null;
  }
  if (from.length === 0) return pair;
  const [path, ...more] = new Set(
    from.flatMap(({ others }) => others.find(({ image }) => image === number)?.hover ?? []),
  );
  const menus = listMenus(page, facts);
  const menu = menus.get(pair.image);
  const isOneMenu = menu !== undefined && from.every(({ image }) => menus.get(imagesIn(page)[image]) === menu);
  const selector = selectCarriers(page, pair, carriers, names);
  if (more.length > 0 || !isOneMenu || !selector || isMentioned(page, pair.image)) return null;
  return { ...pair, isShared: true, away: { path, selector } };
}

/**
 * Returns the selector of an image's text while the mouse is over others, by what only their handlers contain. Null if
 * there is none.
 * @param {Page} page @param {Pair} pair @param {readonly Element[]} carriers of the others
 * @param {readonly string[]} names of the image
 */
function selectCarriers(page, { carrier, kept, handlers }, carriers, names) {
  const listed = carriersIn(page).filter((one) => one !== carrier);
  const isSame = (/** @type {readonly Element[]} */ all) =>
    all.length === carriers.length && all.every((one) => carriers.includes(one));
  const said = names.filter((name) => /^[\w-]+$/.test(name));
  const quoted = said.flatMap((name) => [`'${name}'`, `"${name}"`]);
  const code = ['', ...quoted].find((part) =>
    isSame(listed.filter(({ attributes }) => attributes.get('onmouseover')?.value.includes(part))),
  );
  if (code === undefined) return null;
  const over = `[onmouseover${code && `*=${code.startsWith('"') ? `'${code}'` : `"${code}"`}`}]:hover`;
  const isLast = handlers.length > 0 && carriers.every(({ index }) => index < carrier.index);
  const isOwn = [...kept.values()].some((value) => value.includes(code));
  return `html:has(${over}) &${isLast || isOwn ? ':not(:hover)' : ''}`;
}

const shownIn = readOnce((/** @type {Page} */ page) =>
  page.elements.filter(({ inert, foreign }) => !inert && !foreign),
);
/** Returns the images of a page as scripts number them. */
const imagesIn = readOnce((/** @type {Page} */ page) => shownIn(page).filter(({ tag }) => tag === 'img'));
const carriersIn = readOnce((/** @type {Page} */ page) =>
  shownIn(page).filter(({ attributes }) => attributes.has('onmouseover')),
);

/** @param {Page} page @param {ImageSwap} swap */
function carrierOf(page, { carrier: number, handler }) {
  const carrier = carriersIn(page)[number];
  return carrier?.attributes.get('onmouseover')?.value === handler ? carrier : null;
}

/** Returns the file of an image in the markup. @param {Element} image @param {Facts} facts */
function sourceOf(image, { references }) {
  const source = referencesOf(references, image, 'src').at(0);
  return source?.target.kind === 'file' && !source.odd ? source.target.path : null;
}

/**
 * Returns true if another image without a file can be in the place of an image for scripts, which the visit saw change
 * nothing of it, and no markup needs the image.
 * @param {Page} page @param {Element} element @param {Facts} facts
 */
function mayStandIn(page, element, { references, scripts }) {
  const reference = referencesOf(references, element, 'src').at(0);
  return (
    reference !== undefined && isUnchanged(page, { element, reference }, scripts.images) && !isMentioned(page, element)
  );
}

/** @param {Element} image */
function namesOf({ attributes }) {
  return ['name', 'id'].flatMap((name) => attributes.get(name)?.value ?? []);
}

/** Attributes that contain ids of elements. */
const REFERRING = /^(?:for|headers|aria-.*)$/;

/**
 * Returns true if markup refers to the id of an image, which text in its place does not have.
 * @param {Page} page @param {Element} image
 */
function isMentioned({ elements }, image) {
  const id = image.attributes.get('id')?.value;
  if (!id) return false;
  return elements.some(({ attributes }) =>
    [...attributes.values()].some(({ name, value }) =>
      REFERRING.test(name) ? value.split(/\s+/).includes(id) : name === 'href' && value.endsWith(`#${id}`),
    ),
  );
}

/**
 * Returns the handlers of a pair: those for the mouse over it, and those for a pressed button if their effect is known.
 * If they keep the file, they count only if they have the form of the first handler.
 * @param {Element} carrier @param {Attribute} over
 * @param {{ pressed: SitePath | null, isKept: boolean }} effect
 */
function listHandlers({ attributes }, over, { pressed, isKept }) {
  const named = (/** @type {string[]} */ ...names) => names.flatMap((name) => attributes.get(name) ?? []);
  const others = pressed === null ? [] : named('onmousedown', 'onmouseup');
  return [over, ...named('onmouseout'), ...others.filter((one) => !isKept || formOf(one) === formOf(over))];
}

/**
 * Returns code without the strings in it. Handlers that call the same functions have the same effect.
 * @param {Attribute} handler
 */
function formOf({ value }) {
  return value.replace(/(["'])[^"']*\1/g, "''").replace(/\s+/g, '');
}

/**
 * Returns true if a pair may contain text. A button that its page highlights permanently has the same file twice.
 * @param {Pair} pair
 * @param {Facts['images']} images
 */
function mayShowWords({ rest, hover, pressed, away }, images) {
  const resting = images.get(rest);
  const all = [rest, hover, ...[pressed, away?.path].filter((path) => typeof path === 'string')].map((path) =>
    images.get(path),
  );
  if (!resting || (pressed !== null && rest === hover)) return false;
  const isAlike = all.every(
    (image) =>
      image && !image.broken && image.frames === 1 && image.width === resting.width && image.height === resting.height,
  );
  return isAlike && mayShowText(resting);
}
