/** @import { Rule } from '../../lib/plan/types.ts' */
/** @import { Maker } from '../../lib/plan/make/run-jobs.js' */

import { fontMakers } from '../../lib/fonts/makers.js';
import { makers as codecs } from '../../lib/images/codecs/makers.js';
import { measureSimilarity } from '../../lib/images/png/measure-similarity.js';
import { createTextReading } from '../../lib/plan/make/explain-texts.js';
import { createJpegMakers } from '../../lib/plan/make/jpeg-maker.js';
import { makeSmallest } from '../../lib/plan/make/smallest-maker.js';
import { createTextImageMaker } from '../../lib/plan/make/text-image-maker.js';
import { textMakers } from '../../lib/plan/make/text-makers.js';
import { openBudgets } from '../../lib/visit/browser/budget.js';
import { openBrowser } from '../../lib/visit/browser/open.js';

/** Returns the makers that rules use. The browser starts with the first rule that renders text. */
export function openTestMakers() {
  /** @type {ReturnType<typeof openBrowser> | null} */
  let opening = null;
  const open = () => {
    opening ??= openBrowser({ browser: 'auto' });
    return opening;
  };
  const reading = createTextReading(open);
  /** @type {Record<string, Maker>} */
  const all = {
    ...codecs,
    ...textMakers,
    ...fontMakers,
    ...createJpegMakers({ share: open, compare: async ({ before, after }) => measureSimilarity(before, after) }),
    smallest: makeSmallest,
    'text-image': createTextImageMaker(async () => reading),
  };
  return {
    all,
    /** Returns the verifier for a rule that uses the results of a visit. @param {Rule} rule */
    lookerFor: (rule) => (asksBrowser(rule) ? { openVerifier: async () => asVerifier(await open()) } : {}),
    close: async () => {
      await reading.close();
      await (await opening)?.close();
    },
  };
}

/** @param {Rule} rule */
function asksBrowser({ meta }) {
  const visited = ['fonts', 'names', 'firstScreens', 'behind', 'idle', 'lateFrames'];
  return visited.some((name) => meta.reads.some((fact) => fact === name));
}

/**
 * Returns a verifier that renders pages, without the parts for packing and caching.
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
