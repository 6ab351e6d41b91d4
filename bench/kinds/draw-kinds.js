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
 *
 * @typedef {object} Drawing
 * @property {number} width
 * @property {number} height
 * @property {string} body SVG
 * @property {boolean} [clear] whether the ground is left clear
 */

/** How to draw an image of each kind; many looks each. @type {Record<string, (dice: Dice) => Drawing>} */
export const DRAWERS = {
  text: drawText,
  'text-and-graphic': drawTextAndGraphic,
  bullet: drawBullet,
  arrow: drawArrow,
  icon: drawIcon,
  logo: drawLogo,
  chart: drawChart,
  photo: drawPhoto,
  background: drawBackground,
};

/** Arrows of size one that point right. */
const ARROWS = [
  'M-.4 -.5L.5 0L-.4 .5Z',
  'M-.5 -.18H0V-.5L.5 0L0 .5V.18H-.5Z',
  'M-.3 -.5H0L.4 0L0 .5H-.3L.1 0Z',
  'M-.5 -.5L0 0L-.5 .5ZM0 -.5L.5 0L0 .5Z',
  'M-.5 -.06H.1V-.35L.5 0L.1 .35V.06H-.5Z',
];

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
function drawText(dice) {
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
      body += `${drawGradient(dice, 'g', 'x2="0" y2="1"')}<rect width="${width}" height="${height}" fill="${ground}"/><rect width="${width}" height="${height}" fill="url(#g)" fill-opacity="0.2"/>`;
    else body += `<rect width="${width}" height="${height}" fill="${ground}"/>`;
    if (dice.chance(0.25)) body += drawBevel(dice, width, height);
    if (dice.chance(0.08))
      body += `<path d="M${padX} ${height - 3}H${width - padX}" stroke="${ink}" stroke-width="${dice.whole(1, 2)}"/>`;
    if (dice.chance(0.06))
      body += `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" fill="none" stroke="${ink}" stroke-width="${dice.whole(1, 2)}"/>`;
  }
  body += words
    .map((line, i) => letter(dice, { x: padX, y: padY + size * (0.95 + i * 1.2), size, fill: ink, words: line }))
    .join('');
  return { width, height, body, clear };
}

/** @param {Dice} dice */
function drawTextAndGraphic(dice) {
  const size = dice.pick([11, 12, 13, 14, 16, 18, 20, 26]);
  const words = drawWords(dice, 3);
  const look = dice.whole(0, 6);
  const [ground, ink] = drawPair(dice);
  const text = widthOf(words, size);
  if (look <= 1) {
    const height = size * dice.between(1.6, 3.4);
    const side = dice.whole(16, 50);
    const width = text + side * 2;
    const markSize = Math.min(side * 0.8, height * 0.8);
    const mark = dice.chance(0.4)
      ? `<path transform="translate(${side / 2} ${height / 2}) scale(${markSize}) rotate(${dice.pick([0, 90, 180])})" d="${dice.pick(ARROWS)}" fill="${ink}"/>`
      : drawShape(dice, {
          x: side * 0.5,
          y: height / 2,
          size: markSize,
          fill: dice.chance(0.5) ? ink : drawColour(dice),
        });
    const plate = dice.chance(0.4)
      ? `<rect width="${side}" height="${height}" fill="${drawColour(dice, 0, 50)}"/>`
      : '';
    return {
      width,
      height,
      body: `<rect width="${width}" height="${height}" fill="${ground}"/>${plate}${mark}${letter(dice, { x: side * 1.3, y: height / 2 + size * 0.35, size, fill: ink, words })}`,
    };
  }
  if (look <= 3) {
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
      ? `<rect x="2" y="2" width="${width - 4}" height="${height - 4}" fill="none" stroke="${drawColour(dice, 0, 40)}" stroke-width="${dice.whole(2, 6)}"/>${drawBevel(dice, width, height)}`
      : '';
    return {
      width,
      height,
      body: `${noise}${frame}${letter(dice, { x: width / 2, y: height / 2 + size * 0.35, size, fill: light ? '#111' : '#fff', words, anchor: 'middle' })}`,
    };
  }
  if (look === 4) {
    const width = text + size * 3;
    const height = size * 2.4;
    const pill = `<rect x="1" y="1" rx="${height / dice.pick([2, 4])}" width="${width - 2}" height="${height - 2}" fill="${dice.chance(0.5) ? 'url(#g)' : ground}" stroke="${drawColour(dice, 10, 50)}" stroke-width="${dice.whole(1, 3)}"/>`;
    return {
      width,
      height,
      clear: dice.chance(0.5),
      body: `${drawGradient(dice, 'g', 'x2="0" y2="1"')}${pill}${letter(dice, { x: width / 2, y: size * 1.55, size, fill: ink, words, anchor: 'middle' })}`,
    };
  }
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
    body += `<g transform="translate(0 ${row * rowHeight})">${raised ? drawBevel(dice, width, rowHeight - 1) : ''}${letter(dice, { ...place, y: rowHeight * 0.68, size: Math.min(size, 14), fill, words: drawWords(dice, 2) })}</g>`;
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
function drawBullet(dice) {
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
    body += `<defs><radialGradient id="b" cx="${dice.between(0.3, 0.5)}" cy="${dice.between(0.25, 0.45)}" r="0.7"><stop offset="0" stop-color="#fff"/><stop offset="${dice.between(0.3, 0.5)}" stop-color="${fill}"/><stop offset="1" stop-color="${drawColour(dice, 0, 15)}"/></radialGradient></defs><circle ${centre} fill="url(#b)"/>`;
  } else if (look < 0.55) body += `<circle ${centre} fill="${fill}"/>`;
  else if (look < 0.63)
    body += `<circle ${centre} fill="none" stroke="${fill}" stroke-width="${size / 6}" transform="scale(.95)"/>`;
  else if (look < 0.8) {
    const inner = dice.chance(0.3)
      ? `<path d="M${width / 2 - size / 4} ${height / 2}h${size / 2}" stroke="#fff" stroke-width="${size / 6}"/>`
      : '';
    body += `<rect x="${(width - size) / 2}" y="${(height - size) / 2}" width="${size}" height="${size}" rx="${dice.pick([0, 0, 2])}" fill="${fill}"/>${inner}${dice.chance(0.2) ? drawBevel(dice, width, height) : ''}`;
  } else body += drawShape(dice, { x: width / 2, y: height / 2, size, fill, names: ['star', 'square', 'disc'] });
  return { width, height, body, clear };
}

/** @param {Dice} dice */
function drawArrow(dice) {
  const size = dice.whole(5, 44);
  const pad = dice.whole(0, Math.ceil(size * 0.4));
  const width = size + pad * 2;
  const height = dice.chance(0.8) ? width : size + 2;
  const clear = dice.chance(0.5);
  const [ground, ink] = drawPair(dice);
  let body = clear ? '' : `<rect width="${width}" height="${height}" fill="${ground}"/>`;
  if (!clear && dice.chance(0.3)) body += drawBevel(dice, width, height);
  body += `<path transform="translate(${width / 2} ${height / 2}) scale(${size}) rotate(${dice.pick([0, 90, 180, 270])})" d="${dice.pick(ARROWS)}" fill="${ink}"/>`;
  return { width, height, body, clear };
}

/** @param {Dice} dice */
function drawIcon(dice) {
  const width = dice.whole(13, 100);
  const height = dice.chance(0.7) ? width : Math.round(width * dice.between(0.5, 1.5));
  const clear = dice.chance(0.6);
  const line = dice.chance(0.35);
  let body = clear
    ? ''
    : `<rect width="${width}" height="${height}" fill="${dice.chance(0.7) ? '#fff' : drawColour(dice, 20, 95)}"/>`;
  if (!clear && dice.chance(0.4))
    body += `<rect x="1" y="1" width="${width - 2}" height="${height - 2}" fill="none" stroke="#000" stroke-width="${dice.whole(1, 2)}"/>`;
  if (dice.chance(0.3)) {
    body += `${drawGradient(dice, 'g')}<circle cx="${width / 2}" cy="${height / 2}" r="${Math.min(width, height) * 0.47}" fill="${dice.chance(0.5) ? 'url(#g)' : drawColour(dice, 20, 70)}" stroke="#000"/>`;
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

/** @param {Dice} dice */
function drawLogo(dice) {
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
  body += `${drawGradient(dice, 'g')}${drawShape(dice, { x: beside ? mark * 0.7 : width / 2, y: beside ? height / 2 : mark * 0.55, size: mark, fill: dice.chance(0.4) ? 'url(#g)' : drawColour(dice, 20, 60), names: ['disc', 'blob', 'star', 'triangle', 'square'] })}`;
  if (dice.chance(0.4))
    body += `<path d="M${width * 0.05} ${height * 0.8}Q${width / 2} ${height * dice.between(0.2, 1)} ${width * 0.95} ${height * 0.7}" fill="none" stroke="${drawColour(dice, 20, 70)}" stroke-width="${dice.whole(1, 6)}"/>`;
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

/** @param {Dice} dice */
function drawChart(dice) {
  if (dice.chance(0.25)) return drawDiagram(dice);
  const width = dice.whole(110, 520);
  const height = dice.whole(80, 520);
  const panel = dice.chance(0.45);
  let body = `<rect width="${width}" height="${height}" fill="${panel ? '#c0c0c0' : '#fff'}"/>`;
  if (panel)
    body += `${drawBevel(dice, width, height)}<rect width="${width}" height="18" fill="${drawColour(dice, 10, 50)}"/>${letter(dice, { x: 6, y: 13, size: 11, fill: '#fff', words: drawWords(dice, 3) })}`;
  const stepX = dice.whole(70, 130);
  const stepY = dice.whole(28, 80);
  const plate = dice.pick(['#fff', '#ff0', '#c0c0c0', drawColour(dice, 70, 95)]);
  for (let y = panel ? 26 : 8; y + 24 < height; y += stepY) {
    for (let x = 8; x + 56 < width; x += stepX) {
      if (dice.chance(0.2)) continue;
      const boxHeight = Math.min(stepY - 10, dice.whole(18, 60));
      if (!panel && dice.chance(0.7)) {
        body += dice.chance(0.5)
          ? `<path d="M${x + stepX * 0.35} ${y + boxHeight}v${stepY - boxHeight}" stroke="#000"/>`
          : `<path d="M${x + stepX - 18} ${y + 10}h18" stroke="#000"/>`;
      }
      body += `<rect x="${x + 0.5}" y="${y + 0.5}" width="${stepX - 18}" height="${boxHeight}" fill="${plate}" stroke="${dice.chance(0.8) ? '#000' : '#666'}" rx="${panel ? 0 : dice.pick([0, 4])}"/>`;
      body += letter(dice, {
        x: x + 5,
        y: y + 13,
        size: dice.pick([9, 10, 11]),
        fill: '#000',
        words: drawWords(dice, 2),
      });
    }
  }
  if (!panel && dice.chance(0.25))
    body += `<path d="M20 10V${height - 20}H${width - 10}" fill="none" stroke="#000" stroke-width="2"/><path d="M20 ${height - 20}L${width * 0.4} ${height * 0.4}L${width * 0.7} ${height * 0.6}L${width - 10} 20" fill="none" stroke="${drawColour(dice, 20, 60)}" stroke-width="2"/>`;
  return { width, height, body };
}

/**
 * A line drawing with a few labels.
 * @param {Dice} dice
 * @returns {Drawing}
 */
function drawDiagram(dice) {
  const width = dice.whole(100, 320);
  const height = dice.whole(70, 260);
  let body = `<rect width="${width}" height="${height}" fill="#fff"/>`;
  for (let count = dice.whole(2, 6); count > 0; count--) {
    const x = dice.between(width * 0.15, width * 0.85);
    const y = dice.between(height * 0.15, height * 0.85);
    const shape = drawShape(dice, {
      x,
      y,
      size: dice.between(20, height * 0.6),
      fill: dice.chance(0.7) ? 'none' : drawColour(dice, 70, 95),
    });
    body += `<g stroke="#000" stroke-width="${dice.whole(1, 3)}">${shape}</g>`;
    if (dice.chance(0.7)) body += `<path d="M${x} ${y}H${dice.between(0, width)}" stroke="#000"/>`;
    body += letter(dice, {
      x,
      y: y + 12,
      size: dice.pick([10, 12, 14]),
      fill: dice.chance(0.8) ? '#000' : '#c00',
      words: drawWords(dice, 2),
    });
  }
  return { width, height, body };
}

/**
 * A drawn picture: outlined figures on a plain ground.
 * @param {Dice} dice
 * @returns {Drawing}
 */
function drawIllustration(dice) {
  const width = dice.whole(120, 340);
  const height = Math.round(width * dice.between(0.5, 1.3));
  const plain = dice.chance(0.3);
  let body = `<rect width="${width}" height="${height}" fill="${dice.chance(0.7) ? '#fff' : drawColour(dice, 40, 95)}"/>`;
  for (let count = dice.whole(12, 60); count > 0; count--) {
    const where = {
      x: dice.between(0.1, 0.9) * width,
      y: dice.between(0.1, 0.9) * height,
      size: dice.between(0.03, 0.35) * width,
    };
    body += `<g stroke="#000" stroke-width="${dice.pick([0, 1, 2])}">${drawShape(dice, { ...where, fill: plain ? '#fff' : drawColour(dice, 10, 90), names: ['blob', 'blob', 'disc', 'line'] })}</g>`;
    if (dice.chance(0.4))
      body += `<path d="M${where.x} ${where.y}q${dice.between(-40, 40)} ${dice.between(-40, 40)} ${dice.between(-30, 30)} ${dice.between(-60, 60)}" fill="none" stroke="#000" stroke-width="${dice.between(0.5, 3)}"/>`;
  }
  return { width, height, body };
}

/** @param {Dice} dice */
function drawPhoto(dice) {
  if (dice.chance(0.3)) return drawIllustration(dice);
  const width = dice.whole(48, 380);
  const height = Math.round(width * dice.between(0.6, 1.4));
  const dark = drawColour(dice, 10, 60);
  let body = drawNoise(dice, {
    width,
    height,
    frequency: dice.pick([0.004, 0.01, 0.03, 0.08]),
    dark,
    light: drawColour(dice, 20, 70),
    contrast: dice.between(2, 5),
    octaves: 6,
  });
  body += `${drawGradient(dice, 'sky')}<rect width="${width}" height="${height}" fill="url(#sky)" fill-opacity="${dice.between(0.1, 0.5)}"/><defs><filter id="soft"><feGaussianBlur stdDeviation="${dice.between(0.8, 4)}"/></filter></defs><g filter="url(#soft)">`;
  for (let count = dice.whole(3, 14); count > 0; count--) {
    body += `<g opacity="${dice.between(0.3, 0.9)}">${drawShape(dice, { x: dice.between(0, width), y: dice.between(0, height), size: dice.between(0.1, 0.7) * width, fill: drawColour(dice, 5, 90), names: ['disc', 'blob', 'blob', 'square'] })}</g>`;
  }
  body += '</g>';
  body += `<g opacity="0.25">${drawNoise(dice, { width, height, frequency: dice.between(0.1, 0.5), dark, light: dark, contrast: 3 })}</g>`;
  return { width, height, body };
}

/** @param {Dice} dice */
function drawBackground(dice) {
  const look = dice.next();
  if (look < 0.3) {
    const thin = dice.chance(0.6);
    const width = thin ? dice.whole(1, 40) : dice.whole(30, 300);
    const height = dice.whole(15, 400);
    return {
      width,
      height,
      body: `${drawGradient(dice, 'g', thin ? 'x2="0" y2="1"' : undefined)}<rect width="${width}" height="${height}" fill="url(#g)"/>`,
    };
  }
  if (look < 0.55) {
    const width = dice.whole(40, 260);
    const height = dice.chance(0.5) ? width : dice.whole(40, 260);
    const light = dice.chance(0.6);
    const tone = drawColour(dice, light ? 65 : 5, light ? 95 : 40);
    const body = drawNoise(dice, {
      width,
      height,
      frequency: dice.pick([0.01, 0.02, 0.05, 0.3, 0.8]),
      dark: tone,
      light: tone,
      contrast: dice.between(0.6, 3),
    });
    return {
      width,
      height,
      body: `${body}<rect width="${width}" height="${height}" fill="${tone}" fill-opacity="${dice.between(0.2, 0.6)}"/>`,
    };
  }
  if (look < 0.75) {
    const wide = dice.chance(0.5);
    const width = wide ? dice.whole(80, 900) : dice.whole(2, 40);
    const height = wide ? dice.whole(5, 16) : dice.whole(10, 120);
    const edge = dice.pick([
      `M0 ${height - 0.5}H${width}`,
      `M0.5 0V${height}`,
      `M${width * 0.1} 0V${height}`,
      `M${width - 2} 0V${height}`,
    ]);
    return {
      width,
      height,
      body: `<rect width="${width}" height="${height}" fill="${drawColour(dice, 10, 100)}"/><path d="${edge}" stroke="${drawColour(dice, 0, 100)}" stroke-width="${dice.whole(1, 3)}"/>`,
    };
  }
  const size = dice.whole(6, 40);
  if (look < 0.82) {
    const width = dice.whole(6, 30);
    const height = dice.whole(20, 80);
    const marks = Array.from({ length: dice.whole(1, 3) }, () => {
      const [x, y] = [dice.between(0, width), dice.between(0, height)];
      return dice.pick([
        `M${x} ${y}v${dice.between(3, 25)}`,
        `M${x} ${y}h${dice.between(1, 6)}`,
        `M${width} ${y}L${width - 4} ${height}`,
      ]);
    });
    const turned = dice.chance(0.25) ? ` transform="matrix(0 1 1 0 0 0)"` : '';
    const [w, h] = turned ? [height, width] : [width, height];
    return {
      width: w,
      height: h,
      body: `<g${turned}><rect width="${width}" height="${height}" fill="${drawColour(dice, 10, 100)}"/><path d="${marks.join('')}" stroke="${drawColour(dice, 0, 100)}" stroke-width="${dice.whole(1, 3)}"/></g>`,
    };
  }
  if (look < 0.92) {
    const [x, y] = dice.pick([
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ]);
    const stroke = dice.chance(0.4) ? ` stroke="${drawColour(dice, 0, 100)}" stroke-width="${dice.whole(1, 5)}"` : '';
    return {
      width: size,
      height: size,
      body: `<rect width="${size}" height="${size}" fill="${dice.chance(0.5) ? '#fff' : drawColour(dice)}"/><circle cx="${x * size}" cy="${y * size}" r="${size * dice.between(0.85, 1)}" fill="${drawColour(dice)}"${stroke}/>`,
    };
  }
  const pattern = dice.pick([
    'M0 0H99M0 4H99M0 8H99M0 12H99M0 16H99M0 20H99M0 24H99M0 28H99',
    'M0 0L40 40M-8 0L32 40M8 0L48 40M16 0L56 40M-16 0L24 40',
    'M2 2h2M8 2h2M14 2h2M20 2h2M26 2h2',
  ]);
  return {
    width: size,
    height: size,
    body: `<rect width="${size}" height="${size}" fill="${drawColour(dice, 20, 100)}"/><path d="${pattern}" stroke="${drawColour(dice)}" stroke-width="1.4"/>`,
  };
}
