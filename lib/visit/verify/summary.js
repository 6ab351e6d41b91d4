/** @import { Warning } from '../../site/types.ts' */
/** @import { OpenBrowser } from '../browser/open.js' */
/** @import { Verdict } from './types.js' */

/**
 * Counts the verified pages and the results.
 * @param {readonly Verdict[]} verdicts
 * @returns {import('../../report/types.ts').Looks}
 */
export function countLooks(verdicts) {
  const count = (/** @type {(verdict: Verdict) => boolean} */ isWanted) => verdicts.filter(isWanted).length;
  return {
    full: count(({ depth }) => depth === 'full'),
    boxes: count(({ depth }) => depth === 'geometry'),
    alike: count(({ depth }) => depth === 'none'),
    different: count(({ status }) => status === 'different'),
    original: count(({ original }) => original),
  };
}

/**
 * Returns warnings about pages that could not be rendered, which ship unchanged, and about pages whose encoding
 * browsers guess.
 * @param {readonly Verdict[]} verdicts
 * @returns {Warning[]}
 */
export function warnOfUnseen(verdicts) {
  return verdicts.flatMap(({ status, guess, moving, path: page, notes, reason }) => {
    if (status === 'unseen')
      return [
        {
          code: reason ?? 'unseen',
          page,
          message: `“${page}” ${notes.join('; ')}, so it ships unchanged.`,
        },
      ];
    if (moving) {
      const message = `“${page}” ${moving}. These places were not compared; changes that are proven equal were kept.`;
      return [{ code: 'moving-page', page, message }];
    }
    if (!guess) return [];
    const message =
      `“${page}” names no encoding. Browsers guess ${guess.before}, and with the changes ${guess.after}. ` +
      `Add a <meta charset>.`;
    return [{ code: 'no-encoding', page, message }];
  });
}

/**
 * Warns once if the system did not allow the browser's sandbox.
 * @param {OpenBrowser} browser
 * @returns {Warning[]}
 */
export function warnOfSandbox({ isSandboxed }) {
  if (isSandboxed) return [];
  const message =
    'the browser runs without its sandbox, which this system does not allow: let ordinary users have user ' +
    'namespaces, or run pagethrift where they are allowed';
  return [{ code: 'no-sandbox', message }];
}
