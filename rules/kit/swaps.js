/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { Attribute, Element, Page, SitePath } from '../../lib/site/types.ts' */
/** @import { Registration } from './registrations.js' */

import { readOnce } from '../../lib/base/read-once.js';
import { trimEndOf } from '../../lib/base/trim.js';
import { pathNamedIn } from '../../lib/site/page/base.js';
import { codeOf } from '../../lib/site/page/code.js';
import { textOf } from '../../lib/site/page/tree.js';
import { isKnown, readCall } from './editor-code.js';
import { referencesOf } from './references-of.js';
import { isListed } from './scripted.js';

/**
 * The effect of a handler on an image: it sets another file on the named image (null: its own element), or restores the
 * former file (no URL). `needs`: code that the page must contain for this effect.
 * @typedef {{ name: string | null, url: string | null, needs: RegExp | null }} Swap
 *
 * An element that changes an image while the mouse is over it, and the effect of its handlers (null: unknown).
 * @typedef {object} Rollover
 * @property {Element} carrier
 * @property {Element | null} image null if the image is unknown
 * @property {Attribute} over @property {Swap | null} swap
 * @property {Attribute | undefined} out
 * @property {Swap | null} back
 *
 * An image that renders another file while the mouse is over its carrier, which is the image itself or the link around
 * it.
 * @typedef {{ carrier: Element, image: Element, handlers: readonly Attribute[], kept: ReadonlyMap<Attribute, string>,
 *   rest: SitePath, hover: SitePath, missing: SitePath | null, pressed: SitePath | null, users: number,
 *   registrations?: readonly Registration[], away?: Away, isShared?: boolean, standsIn?: boolean,
 *   ownsFiles?: boolean }} Pair
 *   `kept`: code of the handlers that has other effects; `missing`: the second file if the site lacks it, which leaves
 *   the first one as `hover`; `pressed`: the file while the mouse is pressed, if it is another one; `users`: the number
 *   of carriers on the page that use the second file; `isShared`: true if the handlers change other images, too, and
 *   stay for them; `standsIn`: true if scripts may take the image by its name or number, so that another one has to be
 *   in its place; `ownsFiles`: true if no other image of the page renders one of its files, at rest or under the mouse
 *
 * The file that an image renders while the mouse is over others, and the selector of the text in that state.
 * @typedef {{ path: SitePath, selector: string }} Away
 */

/** @type {Pair['kept']} */
const NONE = new Map();
/** Unambiguous forms of code that changes an image: `this.src='…'`, `document.x.src='…'` and variants. */
const ASSIGNS = [
  /^(this)\.src\s*=\s*(["'])([^"'\\]+)\2$/,
  /^(?:window\.)?document\.(?:images\.)?([A-Za-z_]\w*)\.src\s*=\s*(["'])([^"'\\]+)\2$/,
  /^(?:window\.)?document\.(?:images\[|getElementById\()\s*(?:["'])([\w-]+)["']\s*[\])]\.src\s*=\s*(["'])([^"'\\]+)\2$/,
];

/**
 * Parses a handler. Returns null unless it has a single, certain effect.
 * @param {string} code
 * @param {Page} page
 * @returns {Swap | null}
 */
function readSwap(code, page) {
  const called = trimEndOf(code.trim().replace(/^javascript:\s*/i, ''), /[;\s]/);
  const statement = trimEndOf(called.replace(/\breturn (?:true|false)$/, ''), /[;\s]/);
  for (const form of ASSIGNS) {
    const match = form.exec(statement);
    if (match) return { name: match[1] === 'this' ? null : match[1], url: match[3], needs: null };
  }
  return readCall(statement, page);
}

/** Returns the elements that change an image while the mouse is over them, each with the image if it is known. */
export const findRollovers = readOnce((/** @type {Page} */ page) =>
  page.elements.flatMap((element) => readRollover(page, element) ?? []),
);

/**
 * @param {Page} page
 * @param {Element} carrier
 * @returns {Rollover | null}
 */
function readRollover(page, carrier) {
  const { attributes, inert, foreign } = carrier;
  const over = attributes.get('onmouseover') ?? attributes.get('onmouseenter');
  if (!over || inert || foreign || isEmptyLink(carrier) || !changesImage(over.value)) return null;
  const swap = readSwap(over.value, page);
  const image = swap?.url ? imageOf(page, carrier, swap.name) : null;
  const out = attributes.get('onmouseout') ?? attributes.get('onmouseleave');
  return { carrier, image, over, swap, out, back: out ? readSwap(out.value, page) : null };
}

/**
 * Returns true if the mouse cannot be over an element: page editors leave empty links behind.
 * @param {Element} element
 */
export function isEmptyLink({ tag, attributes, children }) {
  const isPlain = !['class', 'id', 'style'].some((name) => attributes.has(name));
  return (
    tag === 'a' && isPlain && children.every((child) => child.tag === '#text' && 'text' in child && !child.text.trim())
  );
}

/** @param {string} code */
function changesImage(code) {
  return /\.src\s*=|swap|roll|\.(?:gif|png|jpe?g|webp|svg)\b|\bimg_?(?:over|on|act)/i.test(code);
}

/**
 * @param {Page} page
 * @param {Element} carrier
 * @param {string | null} name
 */
function imageOf(page, carrier, name) {
  if (name === null) return carrier.tag === 'img' ? carrier : null;
  const named = elementsByName(page).get(name) ?? [];
  return named.length === 1 && named[0].tag === 'img' ? named[0] : null;
}

/** Returns the elements of a page by name and id. */
const elementsByName = readOnce((/** @type {Page} */ page) => {
  /** @type {Map<string, Element[]>} */
  const found = new Map();
  for (const element of page.elements) {
    const names = new Set(['name', 'id'].flatMap((attribute) => element.attributes.get(attribute)?.value ?? []));
    for (const name of names) found.set(name, [...(found.get(name) ?? []), element].slice(0, 2));
  }
  return found;
});

/**
 * Returns the pair of a rollover. Returns null unless both files are known, the first is restored when the mouse
 * leaves, and no other code of the page depends on them.
 * @param {Page} page
 * @param {Rollover} rollover
 * @param {Facts} facts
 * @returns {Pair | null}
 */
export function readPair(page, rollover, facts) {
  const { references, images, scripts } = facts;
  const { carrier, image, over, swap, out, back } = rollover;
  const shown = image && referencesOf(references, image, 'src').at(0);
  if (!image || !out || !back || !swap?.url || shown?.target.kind !== 'file' || shown.odd) return null;
  const rest = shown.target.path;
  const named = pathNamedIn(page, swap.url);
  const isBack = back.url === null || doesShow(page, back, swap.name, rest);
  const isSole = carrier === image || holdsOnly(carrier, image);
  if (![swap, back].every((one) => isKnown(one, page, scripts))) return null;
  if (!isBack || !isSole || !named || isListed(image, scripts)) return null;
  const pressed = listPressed(page, rollover, scripts).flatMap(({ handler, press }) =>
    doesShow(page, press, swap.name, named) ? [handler] : [],
  );
  const users = findRollovers(page).filter((one) => one.swap?.url && pathNamedIn(page, one.swap.url) === named).length;
  const handlers = [over, out, ...pressed];
  const pair = { carrier, image, handlers, kept: NONE, rest, ...secondOf(named, rest, images), pressed: null, users };
  const names = [swap.name, ...['name', 'id'].map((name) => image.attributes.get(name)?.value ?? null)];
  return names.some((name) => isNamedElsewhere(page, pair, name, scripts)) ? null : pair;
}

/**
 * Returns the file that a pair renders under the mouse. A missing file would only render a broken image there.
 * @param {SitePath} named
 * @param {SitePath} rest
 * @param {Facts['images']} images
 * @returns {Pick<Pair, 'hover' | 'missing'>}
 */
export function secondOf(named, rest, images) {
  return images.has(named) ? { hover: named, missing: null } : { hover: rest, missing: named };
}

/**
 * Returns the known effects of a rollover's mousedown and mouseup handlers on its image.
 * @param {Page} page
 * @param {Rollover} rollover
 * @param {Facts['scripts']} scripts
 */
function listPressed(page, { carrier, swap }, scripts) {
  return ['onmousedown', 'onmouseup'].flatMap((name) => {
    const handler = carrier.attributes.get(name);
    const press = handler && readSwap(handler.value, page);
    if (!press || !isKnown(press, page, scripts)) return [];
    return press.url === null || press.name === swap?.name ? [{ handler, press }] : [];
  });
}

/**
 * Returns true if a handler sets a file on an image.
 * @param {Page} page
 * @param {Swap} swap
 * @param {string | null} name
 * @param {SitePath} path
 */
function doesShow(page, swap, name, path) {
  return swap.url !== null && swap.name === name && pathNamedIn(page, swap.url) === path;
}

/**
 * Returns the handlers that change an image and restore it, each with the URL that it restores.
 * @param {Page} page
 * @param {Element} image
 * @param {SitePath} path path of the rendered file
 * @param {Facts['scripts']} scripts
 * @returns {{ handler: Attribute, url: string | null }[] | null} null if code may do more with the image, such as
 * reading its source
 */
export function readPutBack(page, image, path, scripts) {
  const [rollover, ...others] = findRollovers(page).filter((one) => one.image === image);
  if (!rollover || others.length > 0) return null;
  const { over, out, swap, back } = rollover;
  if (!out || !back || !swap?.url || ![swap, back].every((one) => isKnown(one, page, scripts))) return null;
  if (back.url !== null && !doesShow(page, back, swap.name, path)) return null;
  const pressed = listPressed(page, rollover, scripts).map(({ handler, press }) => ({
    handler,
    url: doesShow(page, press, swap.name, path) ? press.url : null,
  }));
  const handlers = [over, out, ...pressed.map(({ handler }) => handler)];
  if (isNamedElsewhere(page, { handlers }, swap.name, scripts)) return null;
  return [{ handler: over, url: null }, { handler: out, url: back.url }, ...pressed];
}

/** Returns true if an image has handlers outside of its pair: they may set a third file. @param {Pair} pair */
export function hasOtherHandlers({ image: { attributes }, handlers }) {
  return [...attributes.values()].some((one) => one.name.startsWith('on') && !handlers.includes(one));
}

/**
 * Returns true if an image is the only content of its carrier, directly or in elements around it.
 * @param {Element} carrier
 * @param {Element} image
 */
export function holdsOnly(carrier, image) {
  let inner = image;
  while (inner !== carrier) {
    if (!inner.parent || inner.parent.children.some((child) => child.tag !== '#text' && child !== inner)) return false;
    inner = inner.parent;
  }
  return textOf(carrier).trim() === '';
}

/**
 * Returns true if code other than a pair's handlers and registrations may refer to the image by name.
 * @param {Page} page
 * @param {Pick<Pair, 'handlers' | 'registrations'>} pair
 * @param {string | null} name
 * @param {Facts['scripts']} scripts
 */
export function isNamedElsewhere(page, pair, name, scripts) {
  return isNamedInMarkup(page, pair, name) || isNamedInScripts(page, pair, name, scripts);
}

/**
 * Returns true if a handler other than those of a pair refers to the image by name.
 * @param {Page} page @param {Pick<Pair, 'handlers'>} pair @param {string | null} name
 */
export function isNamedInMarkup(page, { handlers }, name) {
  if (name === null) return false;
  return codeOf(page).some(
    ({ element, text, attribute }) =>
      attribute !== null &&
      !handlers.includes(attribute) &&
      isNamedIn(text, name) &&
      !isEmptyLink(page.elements[element]),
  );
}

/**
 * Returns true if a script, other than by a pair's registrations, may refer to the image by name.
 * @param {Page} page @param {Pick<Pair, 'registrations'>} pair @param {string | null} name
 * @param {Facts['scripts']} scripts
 */
export function isNamedInScripts(page, { registrations = [] }, name, { says, assembles }) {
  if (name === null) return false;
  return (
    assembles(name) ||
    (says(name) && says(patternOf(name))) ||
    codeOf(page).some(({ text, attribute }) => !attribute && isNamedIn(leaveOut(text, registrations), name))
  );
}

/** Returns the pattern of an image's name in code. Files may have the same name. @param {string} name */
function patternOf(name) {
  const plain = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(?<![\\w/-])${plain}(?![\\w/-]|\\.\\w+["'])`);
}

/** @param {string} code @param {string} name */
function isNamedIn(code, name) {
  // A substring test first is much faster, because nearly no code contains the name.
  return code.includes(name) && patternOf(name).test(code);
}

/** Returns a script without registrations. @param {string} script @param {readonly Registration[]} registrations */
function leaveOut(script, registrations) {
  return registrations
    .filter((one) => one.script === script)
    .reduceRight((text, { at }) => text.slice(0, at.start) + text.slice(at.end), script);
}
