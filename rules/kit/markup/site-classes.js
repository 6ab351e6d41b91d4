/** @import { SitePath } from '../../../lib/site/types.ts' */
/** @import { Carrier } from './carriers.js' */
/** @import { MarkupNote } from './survey-page.js' */

import { nameLooks } from './class-names.js';

/**
 * The result for a carrier: its class, and whether the class includes its sizes. The key is empty if rules for its tag
 * cover everything.
 * @typedef {{ carrier: Carrier, withSizes: boolean, key: string }} Styled
 *
 * @typedef {object} SiteClasses
 * @property {ReadonlyMap<string, string>} names class names by key
 * @property {string} css
 * @property {ReadonlyMap<SitePath, readonly Styled[]>} styled carriers by page
 */

/**
 * Chooses the content of the site's style sheet: rules for a tag if all its elements agree, and classes for
 * declarations that are used often enough.
 * @param {ReadonlyMap<SitePath, MarkupNote>} notes notes of the pages that may change
 * @param {{ all: readonly MarkupNote[], minUses: number, isTaken: (name: string) => boolean }} options `all`: notes of
 * every page
 * @returns {SiteClasses}
 */
export function chooseClasses(notes, { all: pages, minUses, isTaken }) {
  const own = [...notes.values()];
  const carriers = own.flatMap((note) => note.carriers);
  let typed = findTypeRules(pages, own);
  let found = classify(carriers, typed, minUses);
  // A rule for a tag must cover all its elements. Otherwise a second run would find the remaining ones.
  for (let kept = withoutLeft(typed, found.left); kept.size < typed.size; kept = withoutLeft(typed, found.left)) {
    typed = kept;
    found = classify(carriers, typed, minUses);
  }
  const styled = new Map(
    [...notes].flatMap(([path, note]) => {
      const some = note.carriers.flatMap((carrier) => found.styled.get(carrier) ?? []);
      return some.length > 0 ? [[path, some]] : [];
    }),
  );
  const used = new Set([...found.styled.values()].map(({ key }) => key));
  const names = nameLooks([...used].filter((key) => key !== '').sort(byUses(found.uses)), isTaken);
  return { names, css: writeSheet(typed, names, own), styled };
}

/**
 * Assigns each element its class, given the rules for tags.
 * @param {readonly Carrier[]} carriers
 * @param {ReadonlySet<string>} typed
 * @param {number} minUses
 */
function classify(carriers, typed, minUses) {
  const keysOf = (/** @type {Carrier} */ { tag, looks, sizes }) => {
    const own = looks.filter((look) => !typed.has(`${tag} ${look}`));
    return { all: keyOf([...own, ...sizes]), looks: keyOf(own) };
  };
  /** @type {Map<string, number>} */
  const uses = new Map();
  for (const carrier of carriers) {
    const { all, looks } = keysOf(carrier);
    for (const key of new Set([all, looks])) uses.set(key, (uses.get(key) ?? 0) + 1);
  }
  const isCommon = (/** @type {string} */ key) => key === '' || (uses.get(key) ?? 0) >= minUses;
  /** @type {Map<Carrier, Styled>} */
  const styled = new Map();
  /** @type {Carrier[]} */
  const left = [];
  for (const carrier of carriers) {
    const keys = keysOf(carrier);
    if (carrier.edits.length === 0) continue;
    const withSizes = carrier.sizes.length > 0 && isCommon(keys.all);
    if (withSizes || isCommon(keys.looks)) {
      styled.set(carrier, { carrier, withSizes, key: withSizes ? keys.all : keys.looks });
    } else left.push(carrier);
  }
  return { uses, styled, left };
}

/** @param {ReadonlySet<string>} typed @param {readonly Carrier[]} left @returns {ReadonlySet<string>} */
function withoutLeft(typed, left) {
  const broken = new Set(left.flatMap(({ tag, looks }) => looks.map((look) => `${tag} ${look}`)));
  return new Set([...typed].filter((key) => !broken.has(key)));
}

/** @param {readonly string[]} looks */
function keyOf(looks) {
  return looks.toSorted().join('; ');
}

/** @param {ReadonlyMap<string, number>} uses @returns {(a: string, b: string) => number} */
function byUses(uses) {
  return (a, b) => (uses.get(b) ?? 0) - (uses.get(a) ?? 0) || (a < b ? -1 : 1);
}

/** Min number of elements that justify a rule for their tag. */
const MIN_OF_KIND = 2;

/**
 * Finds the declarations that all elements of a tag share on all pages, so that a rule for the tag can replace them.
 * @param {readonly MarkupNote[]} pages notes of every page
 * @param {readonly MarkupNote[]} notes notes of the pages that may change
 * @returns {ReadonlySet<string>} a tag with a declaration each
 */
function findTypeRules(pages, notes) {
  /** @type {Map<string, number>} */
  const elements = new Map();
  /** @type {Map<string, number>} */
  const saying = new Map();
  const fixed = new Set(notes.flatMap(({ fixedTags }) => fixedTags));
  for (const { tags } of pages) {
    for (const [tag, count] of Object.entries(tags)) elements.set(tag, (elements.get(tag) ?? 0) + count);
  }
  for (const { carriers } of notes) {
    for (const { tag, looks, edits } of carriers) {
      if (edits.length === 0) continue;
      for (const look of looks) saying.set(`${tag} ${look}`, (saying.get(`${tag} ${look}`) ?? 0) + 1);
    }
  }
  const isOfAll = (/** @type {string} */ key, /** @type {number} */ count) => {
    const tag = key.slice(0, key.indexOf(' '));
    return count >= MIN_OF_KIND && count === elements.get(tag) && !fixed.has(tag);
  };
  return new Set([...saying].flatMap(([key, count]) => (isOfAll(key, count) ? [key] : [])));
}

/**
 * Writes the sheet. Presentational attributes have a lower precedence than all rules of a site, so the sheet uses a
 * layer if the site has other rules.
 * @param {ReadonlySet<string>} typed
 * @param {ReadonlyMap<string, string>} names
 * @param {readonly MarkupNote[]} notes
 */
function writeSheet(typed, names, notes) {
  const byTag = Map.groupBy([...typed].sort(), (key) => key.slice(0, key.indexOf(' ')));
  const rules = [
    ...[...byTag].flatMap(([tag, keys]) => rulesOf(tag, tag === 'body' ? '' : `${tag} `, cut(keys, tag.length + 1))),
    ...[...names].flatMap(([key, name]) => rulesOf(`.${name}`, `.${name} `, key.split('; '))),
  ];
  const css = rules.join('\n');
  const text = notes.some(({ hasStyles }) => hasStyles) ? `@layer markup {\n${css}\n}\n` : `${css}\n`;
  return /^[\x00-\x7f]*$/.test(text) ? text : `@charset "utf-8";\n${text}`;
}

/** @param {readonly string[]} keys @param {number} length */
function cut(keys, length) {
  return keys.map((key) => key.slice(length));
}

/**
 * @param {string} selector
 * @param {string} links selector prefix of `a:link`
 * @param {readonly string[]} looks
 */
function rulesOf(selector, links, looks) {
  const {
    '>': cells = [],
    '@': states = [],
    own = [],
  } = Object.groupBy(looks, (look) => (look[0] === '>' || look[0] === '@' ? look[0] : 'own'));
  const order = ['a:link', 'a:visited', 'a:active'];
  const ofLinks = states
    .map((state) => state.slice(1).split(' '))
    .sort((a, b) => order.indexOf(a[0]) - order.indexOf(b[0]));
  return [
    ...(own.length > 0 ? [`${selector} { ${own.join('; ')} }`] : []),
    ...(cells.length > 0 ? [`${selector} > * > tr > * { ${cut(cells, 1).join('; ')} }`] : []),
    ...ofLinks.map(([state, colour]) => `${links}${state} { color: ${colour} }`),
  ];
}
