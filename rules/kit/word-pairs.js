/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { Page } from '../../lib/site/types.ts' */
/** @import { ImageSwap } from '../../lib/visit/types.ts' */
/** @import { Pair } from './swaps.js' */

import { referencesOf } from './references-of.js';
import { mayShowText } from './site-images.js';
import { findRollovers, holdsOnly, isNamedElsewhere, readPair, secondOf } from './swaps.js';

/**
 * Returns the pairs that may contain the same text in two colours, read from their handlers or recorded by the visit.
 * @param {Page} page
 * @param {Facts} facts
 * @returns {Pair[]}
 */
export function listWordPairs(page, facts) {
  const read = findRollovers(page).flatMap((rollover) => readPair(page, rollover, facts) ?? []);
  const known = new Set(read.map(({ carrier }) => carrier));
  const watched = facts.scripts.swaps.flatMap((swap) => readWatched(page, swap, facts) ?? []);
  return [...read, ...watched.filter(({ carrier }) => !known.has(carrier))].filter((pair) =>
    mayShowWords(pair, facts.images),
  );
}

/**
 * Returns a pair whose change the visit recorded, whatever code caused it. Returns null if the handlers may have other
 * effects.
 * @param {Page} page @param {ImageSwap} swap @param {Facts} facts
 * @returns {Pair | null}
 */
function readWatched(page, { carrier: place, handler, image: number, rest, hover: named, isHeld }, facts) {
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
  const handlersAt = (/** @type {string[]} */ ...names) => names.flatMap((name) => carrier.attributes.get(name) ?? []);
  const pressed = isHeld ? handlersAt('onmousedown', 'onmouseup') : [];
  const handlers = [over, ...handlersAt('onmouseout'), ...pressed.filter((one) => formOf(one) === formOf(over))];
  const users = scripts.swaps.filter((other) => other.hover === named).length;
  const pair = { carrier, image, handlers, rest, ...secondOf(named, rest, images), users };
  const names = ['name', 'id'].map((name) => image.attributes.get(name)?.value ?? null);
  return names.some((name) => isNamedElsewhere(page, pair, name, scripts)) ? null : pair;
}

/**
 * Returns code without the strings in it. Handlers that call the same functions have the same effect.
 * @param {import('../../lib/site/types.ts').Attribute} handler
 */
function formOf({ value }) {
  return value.replace(/(["'])[^"']*\1/g, "''").replace(/\s+/g, '');
}

/**
 * Returns true if a pair may contain text. A button that its page highlights permanently has the same file twice.
 * @param {Pair} pair
 * @param {Facts['images']} images
 */
function mayShowWords({ rest, hover }, images) {
  const [resting, hovered] = [images.get(rest), images.get(hover)];
  const both = [resting, hovered].every((image) => image && !image.broken && image.frames === 1);
  const isAsLarge = resting?.width === hovered?.width && resting?.height === hovered?.height;
  return both && isAsLarge && resting !== undefined && mayShowText(resting);
}
