/** @import { Rule } from '../lib/plan/types.ts' */
/** @import { Document } from '../lib/site/types.ts' */

import { proposeBackgrounds } from './kit/background-words.js';
import { draftWords, jobsOfWords, rowOfWords } from './kit/draft-words.js';
import { jobsOfHidden, proposeHidden } from './kit/hidden-words.js';
import { proposeWords, TEXT_RULE, WORDS_MESSAGES } from './kit/words.js';

/** @type {Rule<Document>} */
export default {
  meta: {
    id: 'text-image',
    summary: 'Replaces text images with real text.',
    why:
      'A heading or button drawn as an image costs a request and five times the bytes of its text. It cannot be ' +
      'searched, selected, translated, zoomed or read aloud.',
    documents: ['page', 'sheet'],
    ...TEXT_RULE,
    messages: {
      ...WORDS_MESSAGES,
      hidden: '{name} contains text, but only a script shows it.',
      behind: '{name} contains text, but only a style sheet shows it, as a background.',
    },
    since: '0.1.0',
  },

  detect(document, facts) {
    const behind = proposeBackgrounds('text-image', document, facts);
    if (document.kind !== 'page') return behind;
    const shown = proposeWords(
      'text-image',
      document,
      facts,
      ({ element, image }) =>
        element.tag === 'img' && !element.attributes.has('usemap') && image.kind !== 'text-and-graphic',
    );
    return [...shown, ...proposeHidden('text-image', document, facts), ...behind];
  },

  jobs: (proposal) =>
    proposal.data.isHidden || proposal.data.isBehind ? jobsOfHidden(proposal) : jobsOfWords(proposal),
  group: rowOfWords,
  draft: draftWords,
};
