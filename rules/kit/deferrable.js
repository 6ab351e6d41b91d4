/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { Element, Page, SitePath } from '../../lib/site/types.ts' */

import { ancestorsOf } from '../../lib/site/page/tree.js';
import { mayHoldData, soleReferences } from './inline.js';

/** Properties by which a script writes into the page while it is parsed, or finds its own position. */
const WRITES = ['write', 'writeln', 'currentScript'];
const SCRIPT_TYPE = /^(?:|(?:text|application)\/(?:x-)?(?:javascript|ecmascript))$/;
/**
 * Code that affects rendering before any content exists, or that locates its own script. Run later, it would cause a
 * flash of unstyled content.
 */
const ACTS_AT_ONCE = new RegExp(
  String.raw`documentElement|document\.(?:head|scripts|styleSheets)\b|insertRule|adoptedStyleSheets|matchMedia` +
    '|attachShadow|customElements' +
    String.raw`|(?:createElement|getElementsByTagName)\(\s*["'\`](?:style|link|script|head|html)\b`,
  'i',
);
/** Elements that may run code of their own before the page has been parsed. */
const RUNS_EARLY = new Set(['iframe', 'frame', 'object', 'embed', 'applet']);

/**
 * A script that blocks the parser.
 * @typedef {{ element: Element, path: SitePath }} Waited
 */

/**
 * Returns the scripts of the head that block the parser although no script of the page writes into it.
 * @param {Page} page
 * @param {Facts} facts
 * @returns {Waited[]}
 */
export function blockingScripts(page, facts) {
  if (WRITES.some((word) => facts.scripts.words.has(word))) return [];
  return waitedScripts(page, facts).filter(({ element }) => standsInHead(page, element));
}

/**
 * Returns the scripts that can run after parsing, in the same order: blocking scripts of the head and all blocking
 * scripts after them. Returns none if that would let other code of the page run before them that runs after them now.
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
  return facts.scripts.says(ACTS_AT_ONCE) ? [] : waited;
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
 * Returns true if an element is in the head, whether or not the head's tags are written.
 * @param {Page} page
 * @param {Element} element
 */
export function standsInHead(page, element) {
  if (ancestorsOf(element).some(({ tag }) => tag === 'head')) return true;
  if (ancestorsOf(element).some(({ tag }) => tag === 'body')) return false;
  return !showsBefore(page, element);
}

/**
 * Returns true if visible content precedes an element.
 * @param {Page} page
 * @param {Element} element
 */
export function showsBefore({ elements }, element) {
  const silent = new Set(
    'html head body title meta link base style script noscript template frameset frame noframes'.split(' '),
  );
  return elements.some(({ tag, range, inert }) => range.start < element.range.start && !inert && !silent.has(tag));
}
