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
  const lines = new Set(changes.flatMap(({ text }) => text?.split('\n') ?? []));
  const texts = [...lines].map((line) => splitWords(line));
  if (isFilledIn(before, after, texts)) return [];
  const { gaps } = alignSequences(before, after);
  return gaps
    .filter(
      (gap) =>
        gap.before.length > 0 ||
        !isFilledIn(
          [],
          gap.after.map((at) => after[at]),
          texts,
        ),
    )
    .slice(0, 1)
    .map((gap) => {
      const [lost, gained] = [gap.before.map((at) => before[at]), gap.after.map((at) => after[at])].map((words) =>
        words.slice(0, CONTEXT_WORDS).join(' '),
      );
      return { kind: 'reading', message: `read aloud, it says “${gained}” instead of “${lost}”` };
    });
}

/**
 * Returns true if words are others with allowed texts between them. An alignment does not tell: it pairs the first word
 * of a new heading with that of the text below it if they are the same.
 * @param {readonly string[]} before @param {readonly string[]} after @param {readonly (readonly string[])[]} texts
 */
function isFilledIn(before, after, texts) {
  const most = after.length - before.length;
  let ends = new Set([0]);
  for (let at = 0; ; at += 1) {
    for (const end of ends)
      for (const text of texts) {
        const isShort = end + text.length - at <= most;
        if (isShort && text.every((word, index) => after[end + index] === word)) ends.add(end + text.length);
      }
    if (at === before.length) return ends.has(after.length);
    ends = new Set([...ends].flatMap((end) => (after[end] === before[at] ? end + 1 : [])));
    if (ends.size === 0) return false;
  }
}
