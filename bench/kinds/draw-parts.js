/**
 * @typedef {object} Dice A repeatable source of random values.
 * @property {() => number} next from 0 to 1
 * @property {(from: number, to: number) => number} between
 * @property {(from: number, to: number) => number} whole
 * @property {<T>(list: readonly T[]) => T} pick
 * @property {(share: number) => boolean} chance
 */

const WORDS = (
  'home about contact us news links products services back next previous up top contents index search help ' +
  'download gallery the of and our guide history site map page family photos members catalog welcome to join ' +
  'order now free support company software online shop events calendar music art science library press jobs ' +
  'email print more info 2003 FAQ'
).split(' ');

const FONTS = [
  'Arimo',
  'Tinos',
  'Cousine',
  'Anton',
  'Carlito',
  'Caladea',
  'Gelasio',
  'Comic Neue',
  'DejaVu Sans',
  'DejaVu Serif',
];

/**
 * @param {() => number} next
 * @returns {Dice}
 */
export function diceFrom(next) {
  const between = (/** @type {number} */ from, /** @type {number} */ to) => from + next() * (to - from);
  const whole = (/** @type {number} */ from, /** @type {number} */ to) => Math.floor(between(from, to + 1));
  return { next, between, whole, pick: (list) => list[whole(0, list.length - 1)], chance: (share) => next() < share };
}

/**
 * Returns a random colour within a range of lightness.
 * @param {Dice} dice
 * @param {number} darkest 0 to 100
 * @param {number} lightest
 */
export function drawColour(dice, darkest = 0, lightest = 100) {
  const saturation = dice.chance(0.3) ? 0 : dice.whole(20, 100);
  return `hsl(${dice.whole(0, 359)} ${saturation}% ${dice.whole(darkest, lightest)}%)`;
}

/**
 * Returns two contrasting colours, the background first.
 * @param {Dice} dice
 * @returns {[string, string]}
 */
export function drawPair(dice) {
  if (dice.chance(0.35)) return ['#fff', drawColour(dice, 0, 55)];
  return dice.chance(0.5)
    ? [drawColour(dice, 5, 35), drawColour(dice, 75, 100)]
    : [drawColour(dice, 70, 100), drawColour(dice, 0, 35)];
}

/**
 * Returns a few words, sometimes in capitals.
 * @param {Dice} dice
 * @param {number} most
 */
export function drawWords(dice, most = 3) {
  const words = Array.from({ length: dice.whole(1, most) }, () => dice.pick(WORDS));
  const style = dice.next();
  if (style < 0.3) return words.join(' ').toUpperCase();
  if (style < 0.8) return words.map((word) => word[0].toUpperCase() + word.slice(1)).join(' ');
  return words.join(' ');
}

/**
 * Draws a line of text and returns its approximate width.
 * @param {Dice} dice
 * @param {{ x: number, y: number, size: number, fill: string, words?: string, anchor?: string }} where
 */
export function letter(dice, { x, y, size, fill, words = drawWords(dice), anchor = 'start' }) {
  if (dice.chance(0.06)) return scrawl(dice, { x, y, size, fill, count: dice.whole(3, 10) });
  const family = dice.pick(FONTS);
  const weight = dice.chance(0.5) ? 'bold' : 'normal';
  const style = dice.chance(0.15) ? 'italic' : 'normal';
  const text =
    `<text x="${x}" y="${y}" font-family="${family}" font-size="${size}" font-weight="${weight}" font-style="` +
    `${style}" text-anchor="${anchor}"`;
  let extra = dice.chance(0.1) ? ` letter-spacing="${dice.between(0.5, 3).toFixed(1)}"` : '';
  if (dice.chance(0.05)) extra += ' text-decoration="underline"';
  const shadow = dice.chance(0.15)
    ? `${text}${extra} fill="#000" fill-opacity="0.5" transform="translate(1.5 1.5)">${words}</text>`
    : '';
  return `${shadow}${text}${extra} fill="${fill}">${words}</text>`;
}

/**
 * Returns the approximate width of text, in pixels.
 * @param {string} words
 * @param {number} size
 */
export function widthOf(words, size) {
  return Math.ceil(words.length * size * (words === words.toUpperCase() ? 0.72 : 0.58));
}

/**
 * Draws characters of many strokes in even squares, which have the image statistics of East Asian text.
 * @param {Dice} dice
 * @param {{ x: number, y: number, size: number, fill: string, count: number }} where
 */
export function scrawl(dice, { x, y, size, fill, count }) {
  let path = '';
  for (let i = 0; i < count; i++) {
    const left = x + i * size * 1.05;
    const top = y - size * 0.88;
    for (let stroke = dice.whole(3, 7); stroke > 0; stroke--) {
      const across = dice.chance(0.5);
      const at = dice.pick([0.1, 0.3, 0.5, 0.7, 0.9]) * size;
      const from = dice.between(0, 0.3) * size;
      const to = dice.between(0.6, 0.95) * size;
      if (dice.chance(0.2)) path += `M${left + from} ${top + from}L${left + at} ${top + to}`;
      else path += across ? `M${left + from} ${top + at}H${left + to}` : `M${left + at} ${top + from}V${top + to}`;
    }
  }
  return (
    `<path d="${path}" stroke="${fill}" stroke-width="${Math.max(1, size * dice.between(0.06, 0.14))}" ` +
    `fill="none"/>`
  );
}

/**
 * Draws a filled simple shape.
 * @param {Dice} dice
 * @param {{ x: number, y: number, size: number, fill: string, names?: string[] }} where
 */
export function drawShape(dice, { x, y, size, fill, names = ['disc', 'square', 'triangle', 'star', 'blob', 'line'] }) {
  const half = size / 2;
  const name = dice.pick(names);
  const stroke = dice.chance(0.3) ? ` stroke="${drawColour(dice, 0, 30)}" stroke-width="${dice.whole(1, 2)}"` : '';
  const paint = `fill="${fill}"${stroke}`;
  if (name === 'disc') return `<circle cx="${x}" cy="${y}" r="${half}" ${paint}/>`;
  if (name === 'square')
    return `<rect x="${x - half}" y="${y - half}" width="${size}" height="${size * dice.between(0.5, 1)}" ${paint}/>`;
  if (name === 'line') {
    return (
      `<path d="M${x - half} ${y - half * dice.next()}L${x + half} ${y + half * dice.next()}" stroke="${fill}" ` +
      `stroke-width="${dice.whole(1, 3)}"/>`
    );
  }
  const count = name === 'triangle' ? 3 : name === 'star' ? 10 : dice.whole(5, 12);
  const turn = dice.between(0, 6);
  const points = Array.from({ length: count }, (_, i) => {
    const radius = name === 'star' ? (i % 2 ? 0.4 : 1) : name === 'triangle' ? 1 : dice.between(0.4, 1);
    const angle = turn + (i * 2 * Math.PI) / count;
    return `${(x + Math.cos(angle) * radius * half).toFixed(1)} ${(y + Math.sin(angle) * radius * half).toFixed(1)}`;
  });
  return `<path d="M${points.join('L')}Z" ${paint}/>`;
}

/**
 * Draws a surface that resembles a photograph or paper.
 * @param {Dice} dice
 * @param {{ width: number, height: number, frequency: number, dark: string, light: string, contrast?: number, octaves?:
 *   number }} surface
 */
export function drawNoise(dice, { width, height, frequency, dark, light, contrast = 2, octaves = 4 }) {
  const id = `n${dice.whole(0, 1e6)}`;
  const bias = (1 - contrast) / 2;
  const row = `${contrast} 0 0 0 ${bias}`;
  return (
    `<defs><filter id="${id}" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" ` +
    `baseFrequency="${frequency} ${frequency * dice.between(0.6, 1.6)}" numOctaves="${octaves}" seed="` +
    `${dice.whole(1, 999)}" stitchTiles="stitch"/><feColorMatrix type="matrix" values="${row} ${row} ${row} 0 0 ` +
    `0 0 1"/></filter></defs>
<rect width="${width}" height="${height}" fill="${dark}"/><g style="mix-blend-mode:normal"><rect width="` +
    `${width}" height="${height}" filter="url(#${id})"/></g><rect width="${width}" height="${height}" fill="` +
    `${light}" fill-opacity="${dice.between(0.35, 0.75)}"/>`
  );
}

/**
 * Draws a raised or sunken edge.
 * @param {Dice} dice
 * @param {number} width
 * @param {number} height
 */
export function drawBevel(dice, width, height) {
  const thick = dice.whole(1, 3);
  const [first, second] = dice.chance(0.7) ? ['#fff', '#555'] : ['#555', '#fff'];
  return (
    `<path d="M0 ${height}V0H${width}" fill="none" stroke="${first}" stroke-opacity="0.7" stroke-width="` +
    `${thick * 2}"/><path d="M0 ${height}H${width}V0" fill="none" stroke="${second}" stroke-opacity="0.8" ` +
    `stroke-width="${thick * 2}"/>`
  );
}

/**
 * @param {Dice} dice
 * @param {string} id
 * @param {string} [direction]
 */
export function drawGradient(dice, id, direction = dice.pick(['x2="0" y2="1"', 'x2="1" y2="0"', 'x2="1" y2="1"'])) {
  const stops = dice.chance(0.7) ? [0, 100] : [0, dice.whole(20, 80), 100];
  const shade = drawColour(dice, 10, 90);
  const colours = stops.map((_, i) => (i === 0 ? shade : drawColour(dice, 10, 100)));
  return (
    `<defs><linearGradient id="${id}" x1="0" y1="0" ${direction}>` +
    `${stops.map((at, i) => `<stop offset="${at}%" stop-color="${colours[i]}"/>`).join('')}</linearGradient>` +
    `</defs>`
  );
}
