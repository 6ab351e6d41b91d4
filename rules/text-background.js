/** @import { CssClass, Draft, Facts, Made, Proposal, Reason, Rule } from '../lib/plan/types.ts' */
/** @import { Element, Page } from '../lib/site/types.ts' */
/** @import { ShownLabel } from './kit/shown-labels.js' */

import { present } from '../lib/base/present.js';
import { folderIn } from '../lib/base/trim.js';
import { ABSOLUTE } from '../lib/site/style/relative-url.js';
import { draftWords, jobsOfWords, rowOfWords } from './kit/draft-words.js';
import { findTextBarrier } from './kit/inline.js';
import { isNamed } from './kit/scripted.js';
import { addClass, listLabels } from './kit/shown-labels.js';
import { siteImages } from './kit/site-images.js';
import { urlFrom } from './kit/word-fonts.js';
import { listResets, TEXT_RULE, WORDS_MESSAGES } from './kit/words.js';

/** @type {Rule} */
export default {
  meta: {
    id: 'text-background',
    summary: 'Replaces background images that are shown in place of an element’s text with real text.',
    why:
      'A heading or menu whose style sheet hides its text and shows an image costs a request for each image. It does ' +
      'not grow with the text size of the visitor, and stays empty where images are blocked.',
    ...TEXT_RULE,
    messages: {
      words: '{name} contains text and is shown in place of the text of an element. Text can replace it.',
      scripted: WORDS_MESSAGES.scripted,
      different: WORDS_MESSAGES.different,
      policy: WORDS_MESSAGES.policy,
      processed: WORDS_MESSAGES.processed,
    },
    since: '0.3.0',
  },

  detect(page, facts) {
    return listLabels(page, facts).map((shown) => proposeLabel(page, shown, facts));
  },

  jobs: jobsOfWords,

  group: rowOfWords,

  draft: draftLabel,
};

/** @param {Page} page @param {ShownLabel} shown @param {Facts} facts @returns {Proposal} */
function proposeLabel(page, { box, label, element, isText, isAlone, whole }, facts) {
  const base = {
    rule: 'text-background',
    page: page.path,
    range: element.range,
    resource: label.path,
    supersedes: ['small-image', 'flat-background'],
    isEverywhere: true,
    isQuiet: !isText,
    ...(whole ? { whole } : {}),
  };
  const data = { name: label.path.split('/').at(-1) };
  const hindrance = hindranceOf(page, element, facts);
  if (hindrance) return { ...base, ...hindrance, data };
  if (label.failed || page.base === null || !isAlone)
    return { ...base, messageId: 'different', rejected: 'looks-different', data };
  const isRooted = facts.references.some(({ url }) => ABSOLUTE.test(url.trim()));
  const { key: part, hover, active } = label;
  const words = {
    site: siteImages(facts),
    part,
    ...(hover ? { hover } : {}),
    ...(active ? { pressed: active } : {}),
    folder: folderIn(urlFrom(page.base, label.path)),
    base: isRooted ? null : page.base,
    placement: `display:block!important;position:absolute!important;${label.placement};visibility:visible`,
    isInside: true,
    kept: '',
    // Otherwise screen readers read the text of the element, or its title.
    alt: box.isSilent && !box.title ? null : '',
    isDecorated: true,
    resets: [...new Set([...listResets(facts), 'text-indent:0'])],
    around: [addClass(page, element)],
    host: `background-image:none!important${box.isPositioned ? '' : ';position:relative'}`,
    at: (element.endTag ?? { start: element.startTag.end }).start,
  };
  return { ...base, messageId: 'words', data: { ...data, ...words } };
}

/**
 * Puts text into an element that shows no background image any more.
 * @param {Proposal} proposal @param {readonly Made[]} made @returns {Draft}
 */
function draftLabel(proposal, made) {
  const { host, at } = /** @type {{ host: string, at: number }} */ (proposal.data);
  const draft = draftWords(proposal, made, { range: { start: at, end: at }, at: 1 });
  /** @type {CssClass} */
  const held = { name: 'held', css: host };
  return { ...draft, classes: [held, ...(draft.classes ?? [])], unloads: [present(proposal.resource)] };
}

/**
 * Returns the reason why the content of an element must stay as it is.
 * @param {Page} page @param {Element} element @param {Facts} facts
 * @returns {{ messageId: string, rejected: Reason } | null}
 */
function hindranceOf(page, element, { scripts }) {
  const isHandled = [...element.attributes.keys()].some((name) => name.startsWith('on') && name !== 'onfocus');
  if (isHandled || isNamed(element, scripts)) return { messageId: 'scripted', rejected: 'in-use-by-script' };
  return findTextBarrier(page);
}
