import { splitWords } from '../browser/accessibility-text.js';
import { alignSequences } from './diff.js';

/** @import { Rendering } from '../browser/render.js' */
/** @import { ChangeInfo, Difference } from './types.js' */

/** Number of words before and after a difference in a message. */
const CONTEXT_WORDS = 12;

/**
 * Compares the meaning of two renderings: words and elements in reading order, links, forms, console errors, requests.
 * @param {Rendering} before @param {Rendering} after @param {readonly ChangeInfo[]} changes
 * @returns {Difference[]}
 */
export function compareMeaning(before, after, changes) {
  const describeForms = (/** @type {Rendering} */ { seen }) =>
    seen.forms.flatMap(({ target, sends, controls }) => [target, ...sends, ...controls]);
  return [
    ...compareAccessibilityText(before.accessibilityText, after.accessibilityText, changes),
    ...compareLists('link', before.seen.links, after.seen.links),
    ...listNew('map', before.seen.maps, after.seen.maps),
    ...compareLists('form', describeForms(before), describeForms(after)),
    ...compareLists('document', before.seen.document, after.seen.document),
    ...compareLists('console-error', [...before.errors].sort(), [...after.errors].sort()),
    ...compareLists('dialog', before.dialogs, after.dialogs),
    ...compareLists('navigation', before.traffic.navigations, after.traffic.navigations),
    ...compareLists('limit', before.limits, after.limits),
    ...listNew('missing-file', before.traffic.missing, after.traffic.missing),
    ...listNew('external-request', before.traffic.external, after.traffic.external),
  ].map((difference) => ({ depth: 'meaning', view: before.view.name, ...difference }));
}

/** @param {string} kind @param {string[]} before @param {string[]} after */
function compareLists(kind, before, after) {
  const at = before.findIndex((item, index) => item !== after[index]);
  if (at < 0 && before.length === after.length) return [];
  const place = at < 0 ? before.length : at;
  return [{ kind, message: `${kind}: “${after[place] ?? 'nothing'}” instead of “${before[place] ?? 'nothing'}”` }];
}

/** @param {string} kind @param {string[]} before @param {string[]} after */
function listNew(kind, before, after) {
  const known = new Set(before);
  return [...new Set(after)].filter((item) => !known.has(item)).map((item) => ({ kind, message: `${kind}: ${item}` }));
}

/**
 * Lists differences in the accessibility text. New words are permitted if they are the text of a replaced image.
 * @param {string[] | null} before @param {string[] | null} after @param {readonly ChangeInfo[]} changes
 */
function compareAccessibilityText(before, after, changes) {
  if (!before || !after) return [];
  const allowed = new Set(changes.flatMap(({ text }) => (text ? text.split('\n').map(joinWords) : [])));
  const { gaps } = alignSequences(before, after);
  return gaps
    .filter((gap) => gap.before.length > 0 || !isMadeOf(gap.after.map((at) => after[at]).join(' '), allowed))
    .slice(0, 1)
    .map((gap) => {
      const [lost, gained] = [gap.before.map((at) => before[at]), gap.after.map((at) => after[at])].map((words) =>
        words.slice(0, CONTEXT_WORDS).join(' '),
      );
      return { kind: 'reading', message: `read aloud, it says “${gained}” instead of “${lost}”` };
    });
}

/** @param {string} text */
function joinWords(text) {
  return splitWords(text).join(' ');
}

/** Returns true if words are a sequence of the allowed texts. @param {string} words @param {Set<string>} allowed */
function isMadeOf(words, allowed) {
  const ends = new Set([0]);
  for (let end = 0; end <= words.length; end += 1) {
    if (!ends.has(end)) continue;
    for (const text of allowed) {
      if (words.startsWith(text, end)) ends.add(Math.min(end + text.length + 1, words.length));
    }
  }
  return ends.has(words.length);
}
