/** @import { Rule } from '../../lib/types.ts' */
/** @import { Maker } from '../../lib/make/run-jobs.js' */

import { openBrowser } from '../../lib/browser/open.js';
import { makers as codecs } from '../../lib/codecs/makers.js';
import { openLetteringMaker } from '../../lib/make/lettering-maker.js';
import { makeSmallest } from '../../lib/make/smallest-maker.js';
import { textMakers } from '../../lib/make/text-makers.js';

/** The makers that rules ask for; the browser starts with the first rule that letters. */
export function openTestMakers() {
  const lettering = openLetteringMaker({ browser: 'auto' });
  /** @type {Record<string, Maker>} */
  const all = { ...codecs, ...textMakers, smallest: makeSmallest, lettering: lettering.letter };
  /** @type {Promise<boolean> | null} */
  let hasBrowser = null;
  return {
    all,
    /** Whether what a rule needs is there. @param {Rule} rule */
    ready: async ({ meta }) => {
      if (meta.category !== 'lettering') return true;
      hasBrowser ??= openBrowser({ browser: 'auto' }).then(async (browser) => {
        await browser?.close();
        return browser !== null;
      });
      return hasBrowser;
    },
    close: lettering.close,
  };
}
