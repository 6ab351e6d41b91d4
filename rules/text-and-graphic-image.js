/** @import { Rule } from '../lib/plan/types.ts' */
/** @import { Page } from '../lib/site/types.ts' */

import { draftWords, jobsOfWords, rowOfWords } from './kit/draft-words.js';
import { proposeWords, TEXT_RULE, WORDS_MESSAGES } from './kit/words.js';

/** @type {Rule} */
export default {
  meta: {
    id: 'text-and-graphic-image',
    summary: 'Replaces the text on image buttons and banners with real text over a shared background.',
    why:
      'The buttons of a theme are one image with different text, fetched a dozen times. The background is needed ' +
      'once, and the labels can be text.',
    ...TEXT_RULE,
    messages: WORDS_MESSAGES,
    since: '0.1.0',
  },

  detect(document, facts) {
    return proposeWords(
      'text-and-graphic-image',
      document,
      facts,
      ({ element, image }) =>
        element.tag === 'img' && !element.attributes.has('usemap') && image.kind === 'text-and-graphic',
    );
  },

  jobs: jobsOfWords,
  group: rowOfWords,
  draft: draftWords,
};
