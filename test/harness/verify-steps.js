import { BEFORE, buildWith, toLookup } from '../../bench/verify/fixture.js';
import { verifyPages } from '../../lib/visit/verify/verify.js';

/** @import { Step } from '../../bench/verify/fixture.js' */
/** @import { OpenBrowser } from '../../lib/visit/browser/open.js' */

/**
 * Returns functions that verify steps on the page of the fixture, and count the visits of a browser.
 * @param {OpenBrowser} browser
 */
export function openVerify(browser) {
  /** @param {readonly Step[]} steps @param {Partial<Parameters<typeof verifyPages>[0]>} [options] */
  const verify = async (steps, options) => {
    const pages = [{ path: 'index.html', changes: steps.map(({ info }) => info) }];
    const before = toLookup(BEFORE);
    const usual = { pages, before, build: buildWith(steps), browser, isIllustrated: true };
    const [verdict] = await verifyPages({ ...usual, ...options });
    return verdict;
  };
  const countVisits = () => {
    let visits = 0;
    const counting = {
      ...browser,
      withTab: (/** @type {Parameters<typeof browser.withTab>} */ ...asked) => {
        visits += 1;
        return browser.withTab(...asked);
      },
    };
    return { counting: /** @type {typeof browser} */ (counting), count: () => visits };
  };
  return { verify, countVisits };
}
