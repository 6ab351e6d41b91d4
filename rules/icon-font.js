/** @import { Rule } from '../lib/plan/types.ts' */
/** @import { Document } from '../lib/site/types.ts' */
/** @import { FontNote } from './kit/font-subset.js' */

import { draftSubset, proposeSubsets, subsetJobs, surveyFonts } from './kit/font-subset.js';

/** @type {Rule<Document>} */
export default {
  meta: {
    id: 'icon-font',
    category: 'delivery',
    summary: 'Reduces an icon font to the icons that the site renders, and loads the rest only on demand.',
    why:
      'An icon font contains hundreds or thousands of icons, and a site renders a few of them. A browser that ' +
      'needs another icon still loads the whole font.',
    default: 'on',
    safety: 'visual',
    documents: ['page', 'sheet'],
    reads: ['references', 'fonts', 'scripts', 'sizes'],
    options: {},
    messages: {
      subset: '{name} contains {held} icons in {size} kB, and pages render {drawn} of them.',
      named: '{name} contains {held} icons, and pages render {drawn} of them, but a script requests the file.',
      forbidden: '{name} contains {held} icons, and pages render {drawn} of them, but {reason}.',
      spelled: '{name} composes its icons from text with ligatures, which a browser cannot look up in a subset.',
    },
    since: '0.2.0',
  },

  survey: surveyFonts,

  detectSite: (notes, facts) =>
    proposeSubsets('icon-font', /** @type {ReadonlyMap<string, FontNote>} */ (notes), facts, ({ isIcons }) => isIcons),

  jobs: subsetJobs,

  draft: draftSubset,
};
