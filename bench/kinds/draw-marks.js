import { drawBevel, drawColour, drawGradient, drawPair, drawShape } from './draw-parts.js';

/**
 * @import { Dice } from './draw-parts.js'
 * @import { Drawing } from './draw-kinds.js'
 */

/** Arrows of size one that point right. */
export const ARROWS = [
  'M-.4 -.5L.5 0L-.4 .5Z',
  'M-.5 -.18H0V-.5L.5 0L0 .5V.18H-.5Z',
  'M-.3 -.5H0L.4 0L0 .5H-.3L.1 0Z',
  'M-.5 -.5L0 0L-.5 .5ZM0 -.5L.5 0L0 .5Z',
  'M-.5 -.06H.1V-.35L.5 0L.1 .35V.06H-.5Z',
];

/** @param {Dice} dice */
export function drawBullet(dice) {
  const size = dice.whole(4, 20);
  const pad = dice.pick([0, 0, 1, 2, 4]);
  const width = size + pad * 2 + dice.pick([0, 0, 2, 5]);
  const height = size + pad * 2 + dice.pick([0, 0, 1, 4]);
  const fill = drawColour(dice, 15, 75);
  const clear = dice.chance(0.65);
  const centre = `cx="${width / 2}" cy="${height / 2}" r="${size / 2}"`;
  const look = dice.next();
  let body = clear
    ? ''
    : `<rect width="${width}" height="${height}" fill="${dice.chance(0.6) ? '#fff' : drawColour(dice, 80, 100)}"/>`;
  if (look < 0.4) {
    body +=
      `<defs><radialGradient id="b" cx="${dice.between(0.3, 0.5)}" cy="${dice.between(0.25, 0.45)}" r="0.7">` +
      `<stop offset="0" stop-color="#fff"/><stop offset="${dice.between(0.3, 0.5)}" stop-color="${fill}"/><stop ` +
      `offset="1" stop-color="${drawColour(dice, 0, 15)}"/></radialGradient></defs><circle ${centre} ` +
      `fill="url(#b)"/>`;
  } else if (look < 0.55) body += `<circle ${centre} fill="${fill}"/>`;
  else if (look < 0.63)
    body += `<circle ${centre} fill="none" stroke="${fill}" stroke-width="${size / 6}" transform="scale(.95)"/>`;
  else if (look < 0.8) {
    const inner = dice.chance(0.3)
      ? `<path d="M${width / 2 - size / 4} ${height / 2}h${size / 2}" stroke="#fff" stroke-width="${size / 6}"/>`
      : '';
    body +=
      `<rect x="${(width - size) / 2}" y="${(height - size) / 2}" width="${size}" height="${size}" rx="` +
      `${dice.pick([0, 0, 2])}" fill="${fill}"/>${inner}${dice.chance(0.2) ? drawBevel(dice, width, height) : ''}`;
  } else body += drawShape(dice, { x: width / 2, y: height / 2, size, fill, names: ['star', 'square', 'disc'] });
  return { width, height, body, clear };
}

/** @param {Dice} dice */
export function drawArrow(dice) {
  const size = dice.whole(5, 44);
  const pad = dice.whole(0, Math.ceil(size * 0.4));
  const width = size + pad * 2;
  const height = dice.chance(0.8) ? width : size + 2;
  const clear = dice.chance(0.5);
  const [ground, ink] = drawPair(dice);
  let body = clear ? '' : `<rect width="${width}" height="${height}" fill="${ground}"/>`;
  if (!clear && dice.chance(0.3)) body += drawBevel(dice, width, height);
  body +=
    `<path transform="translate(${width / 2} ${height / 2}) scale(${size}) rotate(${dice.pick([0, 90, 180, 270])}` +
    `)" d="${dice.pick(ARROWS)}" fill="${ink}"/>`;
  return { width, height, body, clear };
}

/** @param {Dice} dice */
export function drawIcon(dice) {
  const width = dice.whole(13, 100);
  const height = dice.chance(0.7) ? width : Math.round(width * dice.between(0.5, 1.5));
  const clear = dice.chance(0.6);
  const line = dice.chance(0.35);
  let body = clear
    ? ''
    : `<rect width="${width}" height="${height}" fill="${dice.chance(0.7) ? '#fff' : drawColour(dice, 20, 95)}"/>`;
  if (!clear && dice.chance(0.4))
    body +=
      `<rect x="1" y="1" width="${width - 2}" height="${height - 2}" fill="none" stroke="#000" stroke-width="` +
      `${dice.whole(1, 2)}"/>`;
  if (dice.chance(0.3)) {
    body +=
      `${drawGradient(dice, 'g')}<circle cx="${width / 2}" cy="${height / 2}" r="` +
      `${Math.min(width, height) * 0.47}" fill="${dice.chance(0.5) ? 'url(#g)' : drawColour(dice, 20, 70)}" ` +
      `stroke="#000"/>`;
  }
  for (let count = dice.whole(2, 8); count > 0; count--) {
    const size = Math.min(width, height) * dice.between(0.2, line ? 0.5 : 0.7);
    const x = dice.between(size / 2, width - size / 2);
    const y = dice.between(size / 2, height - size / 2);
    const shape = drawShape(dice, { x, y, size, fill: line ? 'none' : drawColour(dice, 5, 90) });
    body += line ? `<g stroke="#000">${shape}</g>` : shape;
  }
  return { width, height, body, clear };
}
