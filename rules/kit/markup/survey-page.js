/** @import { Facts } from '../../../lib/plan/types.ts' */
/** @import { Element, Page } from '../../../lib/site/types.ts' */
/** @import { Carrier, Growing } from './carriers.js' */
/** @import { Users } from './markup-users.js' */

import { endOfHead } from '../../../lib/site/page/end-of-head.js';
import { dropAttribute, finishCarrier, propertyOf } from './carriers.js';
import { fateOfCenter, fateOfFont, fontLooks, holdsBlocks, holdsTable, isFontAttribute } from './font-elements.js';
import { HINTS, SIZES } from './hints.js';
import { findUsers, setsClasses } from './markup-users.js';

/**
 * The presentational markup of a page.
 * @typedef {object} MarkupNote
 * @property {readonly Carrier[]} carriers
 * @property {Readonly<Record<string, number>>} tags number of elements by tag
 * @property {readonly string[]} fixedTags tags that a script or a sheet names, for which no rule can be written
 * @property {boolean} hasStyles true if it has style sheets of its own
 * @property {number} linkAt offset where a link to a style sheet is inserted
 * @property {number} count number of elements with presentational markup
 * @property {'scripted' | 'based' | null} left reason why the page does not change
 */

/**
 * Collects the presentational markup of a page.
 * @param {Page} page
 * @param {Facts} facts
 * @returns {MarkupNote | null} null if it only has frames
 */
export function surveyPage(page, facts) {
  const elements = page.elements.filter(({ foreign, inert }) => !foreign && !inert);
  const count = elements.filter(isPresentational).length;
  if (elements.some(({ tag }) => tag === 'frameset')) return null;
  const tags = Object.fromEntries(
    [...Map.groupBy(page.elements, ({ tag }) => tag)].map(([tag, group]) => [tag, group.length]),
  );
  const nothing = { carriers: [], tags, fixedTags: [], hasStyles: false, linkAt: 0, count, left: null };
  if (count === 0) return nothing;
  // Sheets do not matter to a page that stays as it is.
  const left = setsClasses(facts.scripts) ? 'scripted' : page.base !== page.path ? 'based' : null;
  if (left) return { ...nothing, left };
  const users = findUsers(page, facts);
  const { hasStyles } = users;
  const carriers = listCarriers(page, elements, users).map((growing) => finishCarrier(page, growing));
  const fixedTags = Object.keys(tags).filter((tag) => users.matchesTag(tag));
  return { carriers, tags, fixedTags, hasStyles, linkAt: endOfHead(page), count, left };
}

/** @param {Element} element */
function isPresentational({ tag, attributes }) {
  if (tag === 'font' || tag === 'center') return true;
  const hints = HINTS.get(tag);
  return hints !== undefined && [...attributes.keys()].some((name) => hints.has(name));
}

/**
 * Collects the declarations that classes can replace, by the element that gets the class. The innermost of nested
 * elements is processed first and takes precedence.
 * @param {Page} page
 * @param {readonly Element[]} elements
 * @param {Users} users
 */
function listCarriers(page, elements, users) {
  /** @type {Map<Element, Growing>} */
  const carriers = new Map();
  const growingOf = (/** @type {Element} */ element) => {
    const known = carriers.get(element) ?? grow(element);
    carriers.set(element, known);
    return known;
  };
  for (const element of elements.toReversed()) {
    if (element.tag === 'font') takeFont(page, element, users, growingOf);
    else if (element.tag === 'center') takeCenter(page, element, users, growingOf);
    else takeHints(page, element, users, growingOf);
  }
  return [...carriers.values()].filter(({ edits, sizeEdits }) => edits.length + sizeEdits.length > 0).reverse();
}

/** @param {Element} element @returns {Growing} */
function grow(element) {
  return { element, tag: element.tag, looks: new Map(), sizes: [], edits: [], sizeEdits: [] };
}

/** @typedef {(element: Element) => Growing} GrowingOf */

/** @param {Page} page @param {Element} font @param {Users} users @param {GrowingOf} growingOf */
function takeFont(page, font, users, growingOf) {
  const own = fontLooks(font);
  if (own === null || [...font.attributes.keys()].some((name) => isFontAttribute(name) && users.asksFor(name))) return;
  const inherited = growingOf(font);
  const looks = new Map([...own.map((look) => entryOf(look)), ...inherited.looks]);
  const fate = fateOfFont(page, font, [...looks.values()], users);
  const attributes = [...font.attributes.values()].filter(({ name }) => isFontAttribute(name));
  if (!fate.heir) {
    inherited.tag = fate.tag;
    inherited.looks = looks;
    inherited.edits.push(...fate.edits, ...attributes.map((attribute) => dropAttribute(page, attribute)));
    if (looks.size === 0) inherited.edits = [];
    return;
  }
  const heir = growingOf(fate.heir);
  for (const [property, look] of looks) if (!heir.looks.has(property)) heir.looks.set(property, look);
  heir.edits.push(...fate.edits, ...inherited.edits);
  inherited.edits = [];
}

/** @param {Page} page @param {Element} center @param {Users} users @param {GrowingOf} growingOf */
function takeCenter(page, center, users, growingOf) {
  const own = growingOf(center);
  const fate = fateOfCenter(page, center, users);
  if (!fate.heir) {
    own.tag = fate.tag;
    own.edits.push(...fate.edits);
    for (const look of fate.looks) own.looks.set(...entryOf(look));
    return;
  }
  const heir = growingOf(fate.heir);
  for (const look of [...own.looks.values(), ...fate.looks]) {
    if (!heir.looks.has(propertyOf(look))) heir.looks.set(...entryOf(look));
  }
  heir.edits.push(...fate.edits, ...own.edits);
  own.edits = [];
}

/** @param {Page} page @param {Element} element @param {Users} users @param {GrowingOf} growingOf */
function takeHints(page, element, users, growingOf) {
  const hints = HINTS.get(element.tag);
  if (!hints || users.keepsClass(element)) return;
  const holds = { holdsBlocks: holdsBlocks(element), holdsTable: holdsTable(element) };
  const place = { element, isQuirky: page.quirks, hasStyles: users.hasStyles, ...holds };
  for (const attribute of element.attributes.values()) {
    const said = hints.get(attribute.name)?.(attribute.value, place);
    if (!said || users.asksFor(attribute.name)) continue;
    const growing = growingOf(element);
    const edit = dropAttribute(page, attribute);
    if (SIZES.has(attribute.name)) {
      growing.sizes.push(...said);
      growing.sizeEdits.push(edit);
    } else {
      // Declarations taken over from an inner element take precedence.
      for (const look of said) if (!growing.looks.has(propertyOf(look))) growing.looks.set(...entryOf(look));
      growing.edits.push(edit);
    }
  }
}

/** @param {string} look @returns {[string, string]} */
function entryOf(look) {
  return [propertyOf(look), look];
}
