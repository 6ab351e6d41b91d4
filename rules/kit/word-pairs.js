/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { Attribute, Element, Page, SitePath } from '../../lib/site/types.ts' */
/** @import { ImageSwap } from '../../lib/visit/types.ts' */
/** @import { Pair } from './swaps.js' */

import { keptOf } from './handler-code.js';
import { referencesOf } from './references-of.js';
import { listRegistrations } from './registrations.js';
import { mayShowText } from './site-images.js';
import { findRollovers, hasOtherHandlers, holdsOnly, isNamedElsewhere, readPair, secondOf } from './swaps.js';

/**
 * Returns the pairs that may contain the same text in two colours, read from their handlers or recorded by the visit.
 * @param {Page} page
 * @param {Facts} facts
 * @returns {Pair[]}
 */
export function listWordPairs(page, facts) {
  const read = findRollovers(page).flatMap((rollover) => readPair(page, rollover, facts) ?? []);
  const watched = facts.scripts.swaps.flatMap((swap) => readWatched(page, swap, facts) ?? []);
  const known = new Set(read.filter((pair) => !hasOtherHandlers(pair)).map(({ carrier }) => carrier));
  const added = watched.filter(({ carrier }) => !known.has(carrier));
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
function readWatched(page, { carrier: place, handler, image: number, rest, hover: named, pressed }, facts) {
  const { references, images, scripts } = facts;
  const shown = page.elements.filter(({ inert, foreign }) => !inert && !foreign);
  const carrier = shown.filter(({ attributes }) => attributes.has('onmouseover'))[place];
  const image = shown.filter(({ tag }) => tag === 'img')[number];
  const over = carrier?.attributes.get('onmouseover');
  const source = referencesOf(references, image, 'src').at(0);
  if (over?.value !== handler || !image || source?.target.kind !== 'file' || source.odd) return null;
  const isSole = carrier === image || holdsOnly(carrier, image);
  const isOwn = scripts.swaps.filter((other) => other.image === number).length === 1;
  if (source.target.path !== rest || !isSole || !isOwn) return null;
  if (scripts.walksImages || image.index <= scripts.lastImage) return null;
  const names = ['name', 'id'].flatMap((name) => image.attributes.get(name)?.value ?? []);
  const second = secondOf(named, rest, images);
  const handlers = listHandlers(carrier, over, { pressed, isKept: pressed === named });
  const kept = keptOf(handlers, names);
  if (!kept) return null;
  const users = scripts.swaps.filter((other) => other.hover === named).length;
  // If the second file is missing, the first one can be that of the pressed button.
  const files = { rest, ...second, pressed: pressed === named || pressed === second.hover ? null : pressed };
  const registrations = listRegistrations(page, files, names);
  const pair = { carrier, image, handlers, kept, ...files, users, registrations };
  return names.some((name) => isNamedElsewhere(page, pair, name, scripts)) ? null : pair;
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
function mayShowWords({ rest, hover, pressed }, images) {
  const resting = images.get(rest);
  const all = [rest, hover, ...(pressed === null ? [] : [pressed])].map((path) => images.get(path));
  if (!resting || (pressed !== null && rest === hover)) return false;
  const isAlike = all.every(
    (image) =>
      image && !image.broken && image.frames === 1 && image.width === resting.width && image.height === resting.height,
  );
  return isAlike && mayShowText(resting);
}
