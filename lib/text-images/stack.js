/** @import { Box, Graphic, Lettering } from './types.ts' */

import { createHash } from 'node:crypto';

/** A picture, on a plain ground or on none, as words have it. */
const DRAWN = /^url\(\{graphic\}\)(?: (\S+) (\S+))? no-repeat(?:,(#[0-9a-f]+))?$/;
const PLAIN = /^#[0-9a-f]+$/;
const BACKGROUND = /(?:^|;)background:([^;]*)/;

/**
 * Two states on pictures of their own, as two on one picture that moves: its URL stays on the element, since only there
 * it is relative to the page. Where one has none, the other's lies outside the box meanwhile. As they are where that
 * cannot be. On 4 old sites 14 of 21 pairs change their picture, and of 71 pairs on 31 others 27.
 * @param {Lettering} rest @param {Lettering} touched
 * @returns {[Lettering, Lettering]}
 */
export function stackStates(rest, touched) {
  const [above, below] = [rest, touched].map(readColour);
  const [first, second] = [rest.graphic, touched.graphic];
  if (above === null || below === null || first?.key === second?.key) return [rest, touched];
  // Each row lies outside the box while the other shows.
  const down = Math.max(rest.height - (first?.box.y ?? 0), second ? second.box.y + second.box.height : 0);
  const graphic = first && second ? stack(first, second, down) : (first ?? second);
  const away = { x: 0, y: rest.height };
  const moved = second && { ...second.box, y: second.box.y - (first ? down : 0) };
  return [
    moveTo({ ...rest, graphic }, first?.box ?? away, above),
    moveTo({ ...touched, graphic }, moved ?? away, below),
  ];
}

/** The colour behind a picture or in its place, empty for none; null where more is drawn. @param {Lettering} state */
function readColour({ css, ownCss }) {
  const [, background] = BACKGROUND.exec(ownCss) ?? BACKGROUND.exec(css) ?? [];
  if (background === undefined) return '';
  return PLAIN.test(background)
    ? background
    : (DRAWN.exec(background)
        ?.slice(3)
        .map((colour) => colour ?? '')[0] ?? null);
}

/** @param {Lettering} state @param {Pick<Box, 'x' | 'y'>} at @param {string} colour @returns {Lettering} */
function moveTo(state, { x, y }, colour) {
  const [left, top] = [x, y].map((value) => (value ? `${value}px` : '0'));
  const background = [colour, left, top, 'no-repeat'].filter(Boolean).join(' ');
  const [css, ownCss] = [state.css, state.ownCss].map((text) => text.replace(BACKGROUND, '').replace(/^;/, ''));
  return { ...state, css, ownCss: `${ownCss};background:${background};background-image:url({graphic})` };
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
