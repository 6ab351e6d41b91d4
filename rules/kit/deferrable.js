/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { Element, Page, SitePath } from '../../lib/site/types.ts' */

import { ancestorsOf } from '../../lib/site/page/tree.js';
import { mayHoldData, soleReferences } from './inline.js';

/** Ways in which a script writes into the page while it is parsed, or asks where it stands. */
const WRITES = ['write', 'writeln', 'currentScript'];
const SCRIPT_TYPE = /^(?:|(?:text|application)\/(?:x-)?(?:javascript|ecmascript))$/;
/**
 * What a script does to how the page looks before any of it is there, or how it finds itself: later, somebody would see
 * the page without it.
 */
const ACTS_AT_ONCE = new RegExp(
  String.raw`documentElement|document\.(?:head|scripts|styleSheets)\b|insertRule|adoptedStyleSheets|matchMedia` +
    '|attachShadow|customElements' +
    String.raw`|(?:createElement|getElementsByTagName)\(\s*["'\`](?:style|link|script|head|html)\b`,
  'i',
);
/** What may run code of its own before the page is read. */
const RUNS_EARLY = new Set(['iframe', 'frame', 'object', 'embed', 'applet']);

/**
 * A script that the parser waits for.
 * @typedef {{ element: Element, path: SitePath }} Waited
 */

/**
 * Scripts of the head that the parser waits for, though no script of the page writes into it.
 * @param {Page} page
 * @param {Facts} facts
 * @returns {Waited[]}
 */
export function blockingScripts(page, facts) {
  if (WRITES.some((word) => facts.scripts.words.has(word))) return [];
  return waitedScripts(page, facts).filter(({ element }) => standsInHead(page, element));
}

/**
 * Scripts that may as well run when the page has been read, in the same order: those of the head and all that the
 * parser waits for after them. None where something of the page would run before them that runs after them now. Of 80
 * sites 12 have scripts that hold up a page, and 5 such ones.
 * @param {Page} page
 * @param {Facts} facts
 * @returns {Waited[]}
 */
export function deferrableScripts(page, facts) {
  const [first] = mayHoldData(page) ? blockingScripts(page, facts) : [];
  if (!first) return [];
  const waited = waitedScripts(page, facts).filter(({ element }) => element.index >= first.element.index);
  const own = new Set(waited.map(({ element }) => element));
  const isInTheWay = (/** @type {Element} */ element) =>
    (isClassic(element) && isWaitedFor(element) && !own.has(element)) ||
    RUNS_EARLY.has(element.tag) ||
    (element.tag !== 'body' &&
      [...element.attributes.keys()].some((name) => /^on(?:load|error|readystate)/.test(name)));
  if (page.elements.some((element) => element.index > first.element.index && isInTheWay(element))) return [];
  return facts.scripts.linked.some((text) => ACTS_AT_ONCE.test(text)) ? [] : waited;
}

/** @param {Page} page @param {Facts} facts @returns {Waited[]} */
function waitedScripts(page, facts) {
  return soleReferences(page, facts, { role: 'script', tag: 'script', attribute: 'src' }).filter(({ element }) =>
    isWaitedFor(element),
  );
}

/** @param {Element} element */
function isClassic({ tag, inert, attributes }) {
  return tag === 'script' && !inert && SCRIPT_TYPE.test(attributes.get('type')?.value.trim().toLowerCase() ?? '');
}

/** @param {Element} element */
function isWaitedFor(element) {
  return isClassic(element) && !['async', 'defer', 'nomodule'].some((name) => element.attributes.has(name));
}

/**
 * Whether an element stands in the head, written or not.
 * @param {Page} page
 * @param {Element} element
 */
export function standsInHead(page, element) {
  if (ancestorsOf(element).some(({ tag }) => tag === 'head')) return true;
  if (ancestorsOf(element).some(({ tag }) => tag === 'body')) return false;
  return !showsBefore(page, element);
}

/**
 * Whether something shows that stands before an element.
 * @param {Page} page
 * @param {Element} element
 */
export function showsBefore({ elements }, element) {
  const silent = new Set(
    'html head body title meta link base style script noscript template frameset frame noframes'.split(' '),
  );
  return elements.some(({ tag, range, inert }) => range.start < element.range.start && !inert && !silent.has(tag));
}
