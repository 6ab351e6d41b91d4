/** @import { Rule } from '../lib/plan/types.ts' */
/** @import { Page } from '../lib/site/types.ts' */

import { draftWords, jobsOfWords, rowOfWords } from './kit/draft-words.js';
import { LIKENESS, proposeWords, WORDS_MESSAGES } from './kit/words.js';

/** @type {Rule} */
export default {
  meta: {
    id: 'text-and-graphic-image',
    category: 'lettering',
    summary:
      'Turns the words on a button or banner into words, over what is left of it; buttons of a theme share one ' +
      'background.',
    why:
      'Buttons of a theme are one picture with different words on it, fetched a dozen times over: the picture is ' +
      'needed once, and the words are text.',
    default: 'on',
    safety: 'visual',
    addsStyles: true,
    reads: ['images', 'references', 'sheets', 'scripts', 'usage', 'options'],
    ...LIKENESS,
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
