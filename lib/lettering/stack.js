/** @import { Graphic, Lettering } from './types.ts' */

import { createHash } from 'node:crypto';

/** A picture on a plain ground, as words have it. */
const DRAWN = /^url\(\{graphic\}\)(?: (\S+) (\S+))? no-repeat,(#[0-9a-f]+)$/;

/**
 * Two states on pictures of their own, as two on one picture that moves: its URL stays on the element, since only there
 * it is relative to the page. As they are where that cannot be. On 4 old sites 14 of 21 pairs change their picture.
 * @param {Lettering} rest @param {Lettering} touched
 * @returns {[Lettering, Lettering]}
 */
export function stackStates(rest, touched) {
  const [above, below] = [rest, touched].map(({ ownCss }) => DRAWN.exec(backgroundOf(ownCss) ?? ''));
  const [first, second] = [rest.graphic, touched.graphic];
  if (!above || !below || !first || !second || first.key === second.key) return [rest, touched];
  // Each row lies outside the box while the other shows.
  const down = Math.max(rest.height - first.box.y, second.box.y + first.box.height);
  const graphic = stack(first, second, down);
  return [
    moveTo({ ...rest, graphic }, first.box.x, first.box.y, above[3]),
    moveTo({ ...touched, graphic }, second.box.x, second.box.y - down, below[3]),
  ];
}

/** @param {string} css */
function backgroundOf(css) {
  return /(?:^|;)background:([^;]*)/.exec(css)?.[1];
}

/** @param {Lettering} state @param {number} x @param {number} y @param {string} colour @returns {Lettering} */
function moveTo(state, x, y, colour) {
  const [left, top] = [x, y].map((value) => (value ? `${value}px` : '0'));
  const background = `background:${colour} ${left} ${top} no-repeat;background-image:url({graphic})`;
  return { ...state, ownCss: state.ownCss.replace(/(?<=^|;)background:[^;]*/, () => background) };
}

/** @param {Graphic} first @param {Graphic} second @param {number} down @returns {Graphic} */
function stack(first, second, down) {
  const width = Math.max(first.box.width, second.box.width);
  const height = down + second.box.height;
  const rgba = new Uint8Array(width * height * 4);
  for (const [{ box, rgba: from }, top] of /** @type {const} */ ([
    [first, 0],
    [second, down],
  ])) {
    for (let y = 0; y < box.height; y++) {
      const row = from.subarray(y * box.width * 4, (y + 1) * box.width * 4);
      rgba.set(row, (top + y) * width * 4);
    }
  }
  const box = { ...first.box, width, height };
  return { ...first, box, rgba, key: createHash('sha256').update(rgba).digest('hex') };
}
