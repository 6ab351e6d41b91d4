/** @import { Rule } from '../lib/plan/types.ts' */
/** @import { Document } from '../lib/site/types.ts' */
/** @import { FontNote } from './kit/font-subset.js' */

import { draftSubset, proposeSubsets, subsetJobs, surveyFonts } from './kit/font-subset.js';

/** @type {Rule<Document>} */
export default {
  meta: {
    id: 'web-font',
    category: 'delivery',
    summary: 'Reduces a font to the characters that the site renders, and loads the rest only on demand.',
    why:
      'A font contains some hundred characters and features, and pages use a part of them. A browser that needs a ' +
      'character outside of the subset still loads the whole font.',
    default: 'on',
    safety: 'visual',
    documents: ['page', 'sheet'],
    reads: ['references', 'fonts', 'scripts', 'sizes'],
    options: {},
    messages: {
      subset: '{name} contains {held} characters in {size} kB, and pages use {drawn} of them.',
      named: '{name} contains {held} characters, and pages use {drawn} of them, but a script requests the file.',
      forbidden: '{name} contains {held} characters, and pages use {drawn} of them, but {reason}.',
      spelled: '{name} composes glyphs from text with ligatures, which a browser cannot look up in a subset.',
    },
    since: '0.2.0',
  },

  survey: surveyFonts,

  detectSite: (notes, facts) =>
    proposeSubsets('web-font', /** @type {ReadonlyMap<string, FontNote>} */ (notes), facts, ({ isIcons }) => !isIcons),

  jobs: subsetJobs,

  draft: draftSubset,
};
