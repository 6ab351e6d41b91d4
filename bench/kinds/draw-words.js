import { ARROWS } from './draw-marks.js';
import {
  drawBevel,
  drawColour,
  drawGradient,
  drawNoise,
  drawPair,
  drawShape,
  drawWords,
  letter,
  scrawl,
  widthOf,
} from './draw-parts.js';

/**
 * @import { Dice } from './draw-parts.js'
 * @import { Drawing } from './draw-kinds.js'
 */

/** Sizes of banners. */
const BANNERS = [
  [234, 60],
  [468, 60],
  [88, 31],
  [120, 60],
  [125, 125],
  [200, 40],
];

/** @param {Dice} dice */
export function drawText(dice) {
  const size = dice.pick([9, 10, 11, 11, 12, 12, 13, 14, 15, 16, 18, 20, 24, 28, 36, 48]);
  const lines = dice.chance(0.85) ? 1 : dice.whole(2, 3);
  const words = Array.from({ length: lines }, () =>
    dice.chance(0.12) ? dice.pick(['Up', 'No', 'Go', 'OK', 'Top', 'Next', 'Home', 'FAQ']) : drawWords(dice, 4),
  );
  const tight = dice.chance(0.25);
  const padX = tight ? 0 : dice.whole(0, 24);
  const padY = tight ? -Math.round(size * 0.1) : dice.whole(0, 14);
  const width =
    Math.max(...words.map((line) => widthOf(line, size))) + padX * 2 + (dice.chance(0.3) ? dice.whole(10, 120) : 0);
  const height = Math.ceil(lines * size * 1.2) + padY * 2;
  const [ground, ink] = drawPair(dice);
  const clear = dice.chance(0.25);
  let body = '';
  if (!clear) {
    if (dice.chance(0.1))
      body +=
        `${drawGradient(dice, 'g', 'x2="0" y2="1"')}<rect width="${width}" height="${height}" fill="${ground}"/>` +
        `<rect width="${width}" height="${height}" fill="url(#g)" fill-opacity="0.2"/>`;
    else body += `<rect width="${width}" height="${height}" fill="${ground}"/>`;
    if (dice.chance(0.25)) body += drawBevel(dice, width, height);
    if (dice.chance(0.08))
      body += `<path d="M${padX} ${height - 3}H${width - padX}" stroke="${ink}" stroke-width="${dice.whole(1, 2)}"/>`;
    if (dice.chance(0.06))
      body +=
        `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" fill="none" stroke="${ink}" ` +
        `stroke-width="${dice.whole(1, 2)}"/>`;
  }
  body += words
    .map((line, i) => letter(dice, { x: padX, y: padY + size * (0.95 + i * 1.2), size, fill: ink, words: line }))
    .join('');
  return { width, height, body, clear };
}

/** @typedef {{ size: number, words: string, ground: string, ink: string, text: number }} Label */

/** @param {Dice} dice @param {Label} label */
function drawMarkBeside(dice, { size, words, ground, ink, text }) {
  const height = size * dice.between(1.6, 3.4);
  const side = dice.whole(16, 50);
  const width = text + side * 2;
  const markSize = Math.min(side * 0.8, height * 0.8);
  const mark = dice.chance(0.4)
    ? `<path transform="translate(${side / 2} ${height / 2}) scale(${markSize}) rotate(` +
      `${dice.pick([0, 90, 180])})" d="${dice.pick(ARROWS)}" fill="${ink}"/>`
    : drawShape(dice, {
        x: side * 0.5,
        y: height / 2,
        size: markSize,
        fill: dice.chance(0.5) ? ink : drawColour(dice),
      });
  const plate = dice.chance(0.4) ? `<rect width="${side}" height="${height}" fill="${drawColour(dice, 0, 50)}"/>` : '';
  return {
    width,
    height,
    body:
      `<rect width="${width}" height="${height}" fill="${ground}"/>${plate}${mark}` +
      `${letter(dice, { x: side * 1.3, y: height / 2 + size * 0.35, size, fill: ink, words })}`,
  };
}

/** @param {Dice} dice @param {Label} label */
function drawBanner(dice, { size, words, text }) {
  const width = text + dice.whole(20, 90) + (dice.chance(0.2) ? 300 : 0);
  const height = size * dice.between(1.8, 3.6);
  const light = dice.chance(0.5);
  const dark = drawColour(dice, light ? 60 : 10, light ? 90 : 40);
  const noise = drawNoise(dice, {
    width,
    height,
    frequency: dice.pick([0.02, 0.1, 0.4, 0.8]),
    dark,
    light: dark,
    contrast: dice.between(1.5, 4),
  });
  const frame = dice.chance(0.6)
    ? `<rect x="2" y="2" width="${width - 4}" height="${height - 4}" fill="none" stroke="` +
      `${drawColour(dice, 0, 40)}" stroke-width="${dice.whole(2, 6)}"/>${drawBevel(dice, width, height)}`
    : '';
  const place = { x: width / 2, y: height / 2 + size * 0.35, anchor: 'middle' };
  const said = letter(dice, { ...place, size, fill: light ? '#111' : '#fff', words });
  return { width, height, body: noise + frame + said };
}

/** @param {Dice} dice @param {Label} label */
function drawPill(dice, { size, words, ground, ink, text }) {
  const width = text + size * 3;
  const height = size * 2.4;
  const pill =
    `<rect x="1" y="1" rx="${height / dice.pick([2, 4])}" width="${width - 2}" height="${height - 2}" fill="` +
    `${dice.chance(0.5) ? 'url(#g)' : ground}" stroke="${drawColour(dice, 10, 50)}" stroke-width="` +
    `${dice.whole(1, 3)}"/>`;
  return {
    width,
    height,
    clear: dice.chance(0.5),
    body:
      `${drawGradient(dice, 'g', 'x2="0" y2="1"')}${pill}` +
      `${letter(dice, { x: width / 2, y: size * 1.55, size, fill: ink, words, anchor: 'middle' })}`,
  };
}

/** @param {Dice} dice @param {Label} label */
function drawMenu(dice, { size, ground, ink }) {
  const rows = dice.whole(3, 20);
  const width = dice.whole(90, 180);
  const rowHeight = size * dice.between(1.6, 2.6);
  const clear = dice.chance(0.4);
  const middle = dice.chance(0.5);
  const raised = dice.chance(0.8);
  const fill = clear ? drawColour(dice, 0, 40) : ink;
  let body = clear ? '' : `<rect width="${width}" height="${rows * rowHeight}" fill="${ground}"/>`;
  for (let row = 0; row < rows; row++) {
    const place = middle ? { x: width / 2, anchor: 'middle' } : { x: 8 };
    body +=
      `<g transform="translate(0 ${row * rowHeight})">${raised ? drawBevel(dice, width, rowHeight - 1) : ''}` +
      `${letter(dice, { ...place, y: rowHeight * 0.68, size: Math.min(size, 14), fill, words: drawWords(dice, 2) })}` +
      `</g>`;
  }
  if (dice.chance(0.5))
    body += drawShape(dice, {
      x: 20,
      y: (rows - 0.5) * rowHeight,
      size: rowHeight * 0.7,
      fill: drawColour(dice, 30, 60),
    });
  return { width, height: rows * rowHeight, body, clear };
}

/** @param {Dice} dice */
export function drawTextAndGraphic(dice) {
  const size = dice.pick([11, 12, 13, 14, 16, 18, 20, 26]);
  const words = drawWords(dice, 3);
  const look = dice.whole(0, 6);
  const [ground, ink] = drawPair(dice);
  const text = widthOf(words, size);
  const label = { size, words, ground, ink, text };
  if (look <= 1) return drawMarkBeside(dice, label);
  if (look <= 3) return drawBanner(dice, label);
  if (look === 4) return drawPill(dice, label);
  return drawMenu(dice, label);
}

/** @param {Dice} dice */
export function drawLogo(dice) {
  const banner = dice.chance(0.3) ? dice.pick(BANNERS) : null;
  const height = banner ? banner[1] : dice.whole(45, 150);
  const width = banner ? banner[0] : Math.round(height * dice.between(1, 4.5));
  const [ground, ink] = dice.chance(0.7) ? ['#fff', drawColour(dice, 5, 50)] : drawPair(dice);
  const clear = dice.chance(0.25);
  let body = clear ? '' : `<rect width="${width}" height="${height}" fill="${ground}"/>`;
  if (dice.chance(0.4) && !clear)
    body += `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" fill="none" stroke="#555"/>`;
  const mark = height * dice.between(0.3, 0.8);
  const beside = dice.chance(0.6) && width > height * 1.6;
  body += drawGradient(dice, 'g');
  body += drawShape(dice, {
    x: beside ? mark * 0.7 : width / 2,
    y: beside ? height / 2 : mark * 0.55,
    size: mark,
    fill: dice.chance(0.4) ? 'url(#g)' : drawColour(dice, 20, 60),
    names: ['disc', 'blob', 'star', 'triangle', 'square'],
  });
  if (dice.chance(0.4))
    body +=
      `<path d="M${width * 0.05} ${height * 0.8}Q${width / 2} ${height * dice.between(0.2, 1)} ${width * 0.95} ` +
      `${height * 0.7}" fill="none" stroke="${drawColour(dice, 20, 70)}" stroke-width="${dice.whole(1, 6)}"/>`;
  const left = beside ? mark * 1.35 : width * 0.1;
  const name = drawWords(dice, 2);
  const size = Math.min(height * dice.between(0.25, 0.5), ((width - left) / name.length) * 1.7);
  body += letter(dice, { x: left, y: height * dice.between(0.45, 0.75), size, fill: ink, words: name });
  const small = Math.max(7, size * dice.between(0.35, 0.5));
  if (dice.chance(0.5))
    body += letter(dice, {
      x: left,
      y: height * 0.92,
      size: small,
      fill: drawColour(dice, 0, 50),
      words: drawWords(dice, 5),
    });
  else if (dice.chance(0.7))
    body += scrawl(dice, { x: left, y: height * 0.92, size: small * 1.5, fill: ink, count: dice.whole(5, 9) });
  return { width, height, body, clear };
}
