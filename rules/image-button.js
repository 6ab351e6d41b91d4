/** @import { Rule } from '../lib/plan/types.ts' */
/** @import { Element, Page, Range } from '../lib/site/types.ts' */

import { present } from '../lib/base/present.js';
import { escapeAttribute } from '../lib/site/page/escape.js';
import { classMark } from '../lib/site/text/marks.js';
import { draftWords, jobsOfWords, rowOfWords } from './kit/draft-words.js';
import { proposeWords, TEXT_RULE, WORDS_MESSAGES } from './kit/words.js';

const BARE = 'padding:0;border:0;background:none;font-size:0;cursor:pointer';

/** @type {Rule} */
export default {
  meta: {
    id: 'image-button',
    summary: 'Replaces image buttons of forms with text buttons.',
    why:
      'An image button is text that screen readers cannot read, and it costs a request. A text button submits the ' +
      'same data.',
    ...TEXT_RULE,
    messages: {
      ...WORDS_MESSAGES,
      several: '{name} contains text, but its form has several buttons, and only an image submits the click position.',
    },
    since: '0.1.0',
  },

  detect(page, facts) {
    return proposeWords(
      'image-button',
      page,
      facts,
      ({ element }) => isImageButton(element),
      ({ element }) => (isOnlyButton(page, element) ? null : { messageId: 'several', rejected: 'looks-different' }),
    ).map((proposal) => ({ ...proposal, data: { ...proposal.data, ...readButton(page, proposal.range) } }));
  },

  // The text of a button is its name.
  jobs: (proposal) => jobsOfWords(proposal).map((job) => ({ ...job, options: { ...job.options, isSpoken: true } })),
  group: rowOfWords,

  draft(proposal, made) {
    const { data, range } = proposal;
    const bare = { ...proposal, data: { ...data, kept: '', classes: '', alt: null, placement: '' } };
    const { edits, classes = [], ...others } = draftWords(bare, made, { at: 1 });
    const [base, words, ...fonts] = classes;
    const button = { name: 'words-button', css: [BARE, data.placement].filter(Boolean).join(';') };
    const inside = edits.map(({ text }) => text).join('');
    const names = escapeAttribute([data.classes, classMark(0)].filter(Boolean).join(' '));
    const prefix = data.sends ? `${data.sends}.` : '';
    const form = data.form ? ` form="${escapeAttribute(String(data.form))}"` : '';
    // An image button submits the click position. If the form is submitted by keyboard, that is 0, 0.
    const text =
      `<button type="submit" name="${escapeAttribute(`${prefix}x`)}" value="0" class="${names}"${data.kept}>` +
      `${inside}</button>` +
      `<input type="hidden" name="${escapeAttribute(`${prefix}y`)}" value="0"${form}>`;
    return {
      ...others,
      edits: [{ range: present(range), text }],
      classes: [button, base, { ...words, css: `${words.css};display:block` }, ...fonts],
    };
  },
};

/** @param {Element} element */
function isImageButton({ tag, attributes }) {
  return tag === 'input' && attributes.get('type')?.value.trim().toLowerCase() === 'image';
}

/** @param {Page} page @param {Range | null} range */
function readButton(page, range) {
  const element = page.elements.find((one) => one.range === range);
  return {
    sends: element?.attributes.get('name')?.value ?? '',
    form: element?.attributes.get('form')?.value ?? '',
  };
}

/**
 * Returns true if a form can only be submitted by this button, so that the fields next to it can always be sent.
 * @param {Page} page @param {Element} element
 */
function isOnlyButton(page, element) {
  const form = formOf(element);
  if (!form && !element.attributes.has('form')) return false;
  const others = page.elements.filter((other) => other !== element && formOf(other) === form && isButton(other));
  return others.length === 0 && !element.attributes.has('disabled');
}

/** @param {Element} element */
function isButton({ tag, attributes }) {
  const type = attributes.get('type')?.value.trim().toLowerCase();
  return (
    (tag === 'button' && type !== 'button' && type !== 'reset') ||
    (tag === 'input' && (type === 'submit' || type === 'image'))
  );
}

/** @param {Element} element */
function formOf({ parent }) {
  for (let above = parent; above; above = above.parent) if (above.tag === 'form') return above;
  return null;
}
