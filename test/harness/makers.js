/** @import { Rule } from '../../lib/types.ts' */
/** @import { Maker } from '../../lib/make/run-jobs.js' */

import { makers as codecs } from '../../lib/codecs/makers.js';

/**
 * The makers that rules ask for, with a browser only once a rule needs one.
 */
export function openTestMakers() {
  /** @type {Record<string, Maker>} */
  const all = { ...codecs };
  return {
    all,
    /** @param {Rule} _rule */
    ready: async (_rule) => true,
    close: async () => {},
  };
}
