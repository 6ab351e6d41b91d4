/** @import { Rule } from '../../lib/plan/types.ts' */
/** @import { Maker } from '../../lib/plan/make/run-jobs.js' */

import { fontMakers } from '../../lib/fonts/makers.js';
import { makers as codecs } from '../../lib/images/codecs/makers.js';
import { makeSmallest } from '../../lib/plan/make/smallest-maker.js';
import { openTextImageMaker } from '../../lib/plan/make/text-image-maker.js';
import { textMakers } from '../../lib/plan/make/text-makers.js';
import { openBudgets } from '../../lib/visit/browser/budget.js';
import { openBrowser } from '../../lib/visit/browser/open.js';

/** The makers that rules ask for; the browser starts with the first rule that letters. */
export function openTestMakers() {
  /** @type {ReturnType<typeof openBrowser> | null} */
  let opening = null;
  const open = () => {
    opening ??= openBrowser({ browser: 'auto' });
    return opening;
  };
  const textImages = openTextImageMaker({ share: open });
  /** @type {Record<string, Maker>} */
  const all = {
    ...codecs,
    ...textMakers,
    ...fontMakers,
    smallest: makeSmallest,
    'text-image': textImages.make,
  };
  return {
    all,
    /** How a rule that asks what a browser saw gets to know it. @param {Rule} rule */
    lookerFor: (rule) => (asksBrowser(rule) ? { openVerifier: async () => asVerifier(await open()) } : {}),
    close: async () => {
      await textImages.close();
      await (await opening)?.close();
    },
  };
}

/** @param {Rule} rule */
function asksBrowser({ meta }) {
  return ['fonts', 'names', 'firstScreens'].some((name) => meta.reads.some((fact) => fact === name));
}

/**
 * What looks at pages, without what only packing and remembering need.
 * @param {import('../../lib/visit/browser/open.js').OpenBrowser | null} browser
 * @returns {import('../../lib/run/optimize/verify-site.js').Verifier | null}
 */
function asVerifier(browser) {
  const pack = () => Promise.reject(new Error('the tests of rules pack nothing'));
  return (
    browser && {
      browser,
      budgets: openBudgets(),
      cache: undefined,
      pack,
      memory: { store: null, version: '' },
      isIllustrated: false,
    }
  );
}
