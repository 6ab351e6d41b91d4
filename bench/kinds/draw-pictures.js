import { drawBevel, drawColour, drawGradient, drawNoise, drawShape, drawWords, letter } from './draw-parts.js';

/**
 * @import { Dice } from './draw-parts.js'
 * @import { Drawing } from './draw-kinds.js'
 */

/** @param {Dice} dice */
export function drawChart(dice) {
  if (dice.chance(0.25)) return drawDiagram(dice);
  const width = dice.whole(110, 520);
  const height = dice.whole(80, 520);
  const panel = dice.chance(0.45);
  let body = `<rect width="${width}" height="${height}" fill="${panel ? '#c0c0c0' : '#fff'}"/>`;
  if (panel)
    body +=
      `${drawBevel(dice, width, height)}<rect width="${width}" height="18" fill="${drawColour(dice, 10, 50)}"/>` +
      `${letter(dice, { x: 6, y: 13, size: 11, fill: '#fff', words: drawWords(dice, 3) })}`;
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
      body +=
        `<rect x="${x + 0.5}" y="${y + 0.5}" width="${stepX - 18}" height="${boxHeight}" fill="${plate}" stroke="` +
        `${dice.chance(0.8) ? '#000' : '#666'}" rx="${panel ? 0 : dice.pick([0, 4])}"/>`;
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
    body +=
      `<path d="M20 10V${height - 20}H${width - 10}" fill="none" stroke="#000" stroke-width="2"/><path d="M20 ` +
      `${height - 20}L${width * 0.4} ${height * 0.4}L${width * 0.7} ${height * 0.6}L${width - 10} 20" ` +
      `fill="none" stroke="${drawColour(dice, 20, 60)}" stroke-width="2"/>`;
  return { width, height, body };
}

/**
 * Draws a line drawing with a few labels.
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
 * Draws an illustration: outlined figures on a plain background.
 * @param {Dice} dice
 * @returns {Drawing}
 */
function drawIllustration(dice) {
  const width = dice.whole(120, 340);
  const height = Math.round(width * dice.between(0.5, 1.3));
  const plain = dice.chance(0.3);
  const ground = dice.chance(0.7) ? '#fff' : drawColour(dice, 40, 95);
  let body = `<rect width="${width}" height="${height}" fill="${ground}"/>`;
  for (let count = dice.whole(12, 60); count > 0; count--) {
    const where = {
      x: dice.between(0.1, 0.9) * width,
      y: dice.between(0.1, 0.9) * height,
      size: dice.between(0.03, 0.35) * width,
    };
    const stroke = dice.pick([0, 1, 2]);
    const fill = plain ? '#fff' : drawColour(dice, 10, 90);
    const shape = drawShape(dice, { ...where, fill, names: ['blob', 'blob', 'disc', 'line'] });
    body += `<g stroke="#000" stroke-width="${stroke}">${shape}</g>`;
    if (dice.chance(0.4))
      body +=
        `<path d="M${where.x} ${where.y}q${dice.between(-40, 40)} ${dice.between(-40, 40)} ` +
        `${dice.between(-30, 30)} ${dice.between(-60, 60)}" fill="none" stroke="#000" stroke-width="` +
        `${dice.between(0.5, 3)}"/>`;
  }
  return { width, height, body };
}

/** @param {Dice} dice */
export function drawPhoto(dice) {
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
  body +=
    `${drawGradient(dice, 'sky')}<rect width="${width}" height="${height}" fill="url(#sky)" fill-opacity="` +
    `${dice.between(0.1, 0.5)}"/><defs><filter id="soft"><feGaussianBlur stdDeviation="${dice.between(0.8, 4)}"/>` +
    `</filter></defs><g filter="url(#soft)">`;
  for (let count = dice.whole(3, 14); count > 0; count--) {
    const opacity = dice.between(0.3, 0.9);
    const [x, y, size] = [dice.between(0, width), dice.between(0, height), dice.between(0.1, 0.7) * width];
    const shape = drawShape(dice, {
      ...{ x, y, size },
      fill: drawColour(dice, 5, 90),
      names: ['disc', 'blob', 'blob', 'square'],
    });
    body += `<g opacity="${opacity}">${shape}</g>`;
  }
  body += '</g>';
  body +=
    `<g opacity="0.25">` +
    `${drawNoise(dice, { width, height, frequency: dice.between(0.1, 0.5), dark, light: dark, contrast: 3 })}</g>`;
  return { width, height, body };
}

/** @param {Dice} dice */
function drawGradientGround(dice) {
  const thin = dice.chance(0.6);
  const width = thin ? dice.whole(1, 40) : dice.whole(30, 300);
  const height = dice.whole(15, 400);
  return {
    width,
    height,
    body:
      `${drawGradient(dice, 'g', thin ? 'x2="0" y2="1"' : undefined)}<rect width="${width}" height="${height}" ` +
      `fill="url(#g)"/>`,
  };
}

/** @param {Dice} dice */
function drawTexture(dice) {
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
    body:
      `${body}<rect width="${width}" height="${height}" fill="${tone}" fill-opacity="` + `${dice.between(0.2, 0.6)}"/>`,
  };
}

/** @param {Dice} dice */
function drawEdge(dice) {
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
    body:
      `<rect width="${width}" height="${height}" fill="${drawColour(dice, 10, 100)}"/><path d="${edge}" ` +
      `stroke="${drawColour(dice, 0, 100)}" stroke-width="${dice.whole(1, 3)}"/>`,
  };
}

/** @param {Dice} dice */
function drawMarks(dice) {
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
    body:
      `<g${turned}><rect width="${width}" height="${height}" fill="${drawColour(dice, 10, 100)}"/><path d="` +
      `${marks.join('')}" stroke="${drawColour(dice, 0, 100)}" stroke-width="${dice.whole(1, 3)}"/></g>`,
  };
}

/** @param {Dice} dice @param {number} size */
function drawCorner(dice, size) {
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
    body:
      `<rect width="${size}" height="${size}" fill="${dice.chance(0.5) ? '#fff' : drawColour(dice)}"/><circle ` +
      `cx="${x * size}" cy="${y * size}" r="${size * dice.between(0.85, 1)}" fill="${drawColour(dice)}"` +
      `${stroke}/>`,
  };
}

/** @param {Dice} dice @param {number} size */
function drawPattern(dice, size) {
  const pattern = dice.pick([
    'M0 0H99M0 4H99M0 8H99M0 12H99M0 16H99M0 20H99M0 24H99M0 28H99',
    'M0 0L40 40M-8 0L32 40M8 0L48 40M16 0L56 40M-16 0L24 40',
    'M2 2h2M8 2h2M14 2h2M20 2h2M26 2h2',
  ]);
  return {
    width: size,
    height: size,
    body:
      `<rect width="${size}" height="${size}" fill="${drawColour(dice, 20, 100)}"/><path d="${pattern}" stroke="` +
      `${drawColour(dice)}" stroke-width="1.4"/>`,
  };
}

/** @param {Dice} dice */
export function drawBackground(dice) {
  const look = dice.next();
  if (look < 0.3) return drawGradientGround(dice);
  if (look < 0.55) return drawTexture(dice);
  if (look < 0.75) return drawEdge(dice);
  const size = dice.whole(6, 40);
  if (look < 0.82) return drawMarks(dice);
  if (look < 0.92) return drawCorner(dice, size);
  return drawPattern(dice, size);
}
