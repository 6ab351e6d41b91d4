/** @import { Ready } from './apply-plan.js' */
/** @import { Refused } from './gather.js' */

import { setAside } from './set-aside.js';

/**
 * Takes back words whose like on the same page stays an image, where images have letters with hard edges: browsers smooth theirs, and
 * the two show beside each other. A row of buttons is set as a whole or not at all.
 * @param {{ readonly ready: readonly Ready[], readonly refused: readonly Refused[] }} gathered
 * @returns {{ ready: Ready[], refused: Refused[] }}
 */
export function leaveMixedRows({ ready, refused }) {
  const keyOf = (/** @type {string} */ page, /** @type {string | null} */ image) => `${page} ${image}`;
  const images = new Set(
    refused.flatMap(({ proposal: { page, resource }, text }) => (text ? [keyOf(page, resource)] : [])),
  );
  /** @param {Ready} entry */
  const isMixed = ({ proposal: { page, resource, data }, made: [first] }) =>
    first?.ok &&
    first.data.isHard === true &&
    /** @type {readonly string[]} */ (data.siblings ?? []).some(
      (sibling) => sibling !== resource && images.has(keyOf(page, sibling)),
    );
  return setAside({ ready, refused }, isMixed, {
    reason: 'looks-different',
    message: 'its like beside it stay images, whose letters have hard edges: smooth ones would show among them',
  });
}
