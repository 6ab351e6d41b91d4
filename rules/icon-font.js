/** @import { Rule } from '../lib/plan/types.ts' */
/** @import { Document } from '../lib/site/types.ts' */
/** @import { FontNote } from './kit/font-subset.js' */

import { draftSubset, proposeSubsets, subsetJobs, surveyFonts } from './kit/font-subset.js';

/** @type {Rule<Document>} */
export default {
  meta: {
    id: 'icon-font',
    category: 'delivery',
    summary: 'Sends the icons of an icon font that the site shows, and the rest only when one is needed.',
    why:
      'An icon font holds hundreds or thousands of pictures, of which a site shows a handful. A browser that ' +
      'comes to another one asks for the whole font then.',
    default: 'on',
    safety: 'visual',
    documents: ['page', 'sheet'],
    reads: ['references', 'fonts', 'scripts', 'sizes'],
    options: {},
    messages: {
      subset: '{name} has {held} icons in {size} kB, and pages show {drawn} of them',
      named: '{name} has {held} icons, and pages show {drawn}, but a script asks for the file',
      forbidden: '{name} has {held} icons, and pages show {drawn}, but {reason}',
      spelled: '{name} puts its pictures together from words, which no browser can look up in a part of it',
    },
    since: '0.2.0',
  },

  survey: surveyFonts,

  detectSite: (notes, facts) =>
    proposeSubsets('icon-font', /** @type {ReadonlyMap<string, FontNote>} */ (notes), facts, ({ isIcons }) => isIcons),

  jobs: subsetJobs,

  draft: draftSubset,
};
