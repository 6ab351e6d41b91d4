/** @import { Grey, Reading } from './reader.js' */
/** @import { Runtime, Session } from './line-runtime.js' */

/** Height in pixels of the lines on which the network was trained. Their channels range from -1 to 1. */
const LINE_PX = 48;
/** The network takes colour planes. */
const CHANNELS = 3;
/** Min width in pixels. Narrower lines are padded. */
const MIN_PX = 96;
/** Max width of a line. Longer ones are shrunk. */
const MAX_PX = 1920;

/**
 * Reads a line with an open network.
 * @param {{ session: Session, Tensor: Runtime['Tensor'], classes: readonly string[] }} network @param {Grey} map
 * @returns {Promise<Reading>}
 */
export async function readWithNetwork({ session, Tensor, classes }, map) {
  const { width, values } = layOut(map);
  const input = new Tensor('float32', values, [1, CHANNELS, LINE_PX, width]);
  const output = await session.run({ [session.inputNames[0]]: input });
  const { data, dims } = output[session.outputNames[0]];
  return spell(data, dims[1], classes);
}

/** Returns a line at the height that the network expects, by linear interpolation. @param {Grey} grey */
function layOut({ width, height, values }) {
  const scale = LINE_PX / height;
  const shown = Math.min(MAX_PX, Math.max(1, Math.round(width * scale)));
  const wide = Math.max(MIN_PX, shown);
  const plane = new Float32Array(LINE_PX * wide).fill(1);
  for (let y = 0; y < LINE_PX; y++) {
    const [top, low, down] = between(y, LINE_PX, height);
    for (let x = 0; x < shown; x++) {
      const [left, right, along] = between(x, shown, width);
      const mix = (/** @type {number} */ row) =>
        values[row * width + left] * (1 - along) + values[row * width + right] * along;
      plane[y * wide + x] = (mix(top) * (1 - down) + mix(low) * down) / 127.5 - 1;
    }
  }
  const all = new Float32Array(CHANNELS * plane.length);
  for (let channel = 0; channel < CHANNELS; channel++) all.set(plane, channel * plane.length);
  return { width: wide, values: all };
}

/**
 * Returns the two positions around one in a longer or shorter row, and the weight of the second.
 * @param {number} at @param {number} length @param {number} from @returns {[number, number, number]}
 */
function between(at, length, from) {
  const place = Math.min(from - 1, Math.max(0, ((at + 0.5) * from) / length - 0.5));
  const before = Math.floor(place);
  return [before, Math.min(from - 1, before + 1), place - before];
}

/**
 * Returns the likeliest class of each step, with runs of the same class merged, and the certainty of the least certain.
 * @param {Float32Array} data @param {number} steps @param {readonly string[]} classes @returns {Reading}
 */
function spell(data, steps, classes) {
  let text = '';
  let certainty = 1;
  let last = 0;
  for (let step = 0; step < steps; step++) {
    const row = data.subarray(step * classes.length, (step + 1) * classes.length);
    const best = row.indexOf(row.reduce((high, value) => Math.max(high, value), 0));
    if (best > 0 && best !== last) {
      text += classes[best];
      certainty = Math.min(certainty, row[best]);
    }
    last = best;
  }
  return { text, certainty: text ? certainty : 0 };
}
