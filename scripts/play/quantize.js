/** @typedef {{ colour: number, count: number }} Count `colour`: RGBA as one number */
/** @typedef {{ width: number, height: number, rgba: Uint8Array }} Still */

/**
 * Returns a copy of an image with at most this number of colours, by median cut. The command uses libimagequant, which
 * finds better palettes.
 * @param {Still} image @param {number} most
 * @returns {Still}
 */
export function quantize({ width, height, rgba }, most) {
  const words = new Uint32Array(rgba.slice().buffer);
  const boxes = cutBoxes(countColours(words), most);
  /** @type {Map<number, number>} */
  const means = new Map();
  for (const box of boxes) {
    const mean = meanOf(box);
    for (const { colour } of box) means.set(colour, mean);
  }
  const out = words.map((word) => means.get(word) ?? word);
  return { width, height, rgba: new Uint8Array(out.buffer) };
}

/** @param {Uint32Array} words @returns {Count[]} */
function countColours(words) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([colour, count]) => ({ colour, count }));
}

/** @param {Count[]} all @param {number} most */
function cutBoxes(all, most) {
  const boxes = [all];
  while (boxes.length < most) {
    const spreads = boxes.map((box) => (box.length < 2 ? 0 : widest(box).spread * Math.sqrt(weigh(box))));
    const at = spreads.indexOf(Math.max(...spreads));
    if (spreads[at] === 0) break;
    const box = boxes[at];
    const { shift } = widest(box);
    box.sort((a, b) => ((a.colour >>> shift) & 255) - ((b.colour >>> shift) & 255));
    boxes.splice(at, 1, ...halve(box));
  }
  return boxes;
}

/** Splits a box into two with half of its pixels each. @param {Count[]} box @returns {[Count[], Count[]]} */
function halve(box) {
  const half = weigh(box) / 2;
  let [at, sum] = [0, 0];
  while (sum < half) sum += box[at++].count;
  at = Math.min(box.length - 1, Math.max(1, at));
  return [box.slice(0, at), box.slice(at)];
}

/** Returns the channel in which a box is widest. @param {readonly Count[]} box */
function widest(box) {
  return [0, 8, 16, 24]
    .map((shift) => {
      let [low, high] = [255, 0];
      for (const { colour } of box) {
        const value = (colour >>> shift) & 255;
        if (value < low) low = value;
        if (value > high) high = value;
      }
      return { shift, spread: high - low };
    })
    .reduce((best, each) => (each.spread > best.spread ? each : best));
}

/** @param {readonly Count[]} box */
function weigh(box) {
  return box.reduce((sum, { count }) => sum + count, 0);
}

/** @param {readonly Count[]} box */
function meanOf(box) {
  const total = weigh(box);
  const mean = (/** @type {number} */ shift) =>
    Math.round(box.reduce((sum, { colour, count }) => sum + ((colour >>> shift) & 255) * count, 0) / total);
  return ((mean(24) << 24) | (mean(16) << 16) | (mean(8) << 8) | mean(0)) >>> 0;
}
