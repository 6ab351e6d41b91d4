/** @import { Rule } from '../lib/plan/types.ts' */
/** @import { Document } from '../lib/site/types.ts' */
/** @import { FontNote } from './kit/font-subset.js' */

import { draftSubset, proposeSubsets, subsetJobs, surveyFonts } from './kit/font-subset.js';

/** @type {Rule<Document>} */
export default {
  meta: {
    id: 'web-font',
    category: 'delivery',
    summary: 'Sends the letters of a font that the site shows, and the rest only when one is needed.',
    why:
      'A font file holds some hundred letters and features; pages draw with a part of them. A browser that comes ' +
      'to a letter beyond the part asks for the whole font then.',
    default: 'on',
    safety: 'visual',
    documents: ['page', 'sheet'],
    reads: ['references', 'fonts', 'scripts', 'sizes'],
    options: {},
    messages: {
      subset: '{name} has {held} letters in {size} kB, and pages draw with {drawn} of them',
      named: '{name} has {held} letters, and pages draw with {drawn}, but a script asks for the file',
      forbidden: '{name} has {held} letters, and pages draw with {drawn}, but {reason}',
      spelled: '{name} puts its pictures together from words, which no browser can look up in a part of it',
    },
    since: '0.2.0',
  },

  survey: surveyFonts,

  detectSite: (notes, facts) =>
    proposeSubsets('web-font', /** @type {ReadonlyMap<string, FontNote>} */ (notes), facts, ({ isIcons }) => !isIcons),

  jobs: subsetJobs,

  draft: draftSubset,
};
