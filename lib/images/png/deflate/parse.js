/** @import { Matches } from './matches.js' */
/** @import { Costs } from './squeeze.js' */
import { maxLength } from './matches.js';
import { distanceSymbol, lengthSymbol } from './symbols.js';

/** Next shorter length to try, one by one. */
const everyLength = Uint16Array.from({ length: 259 }, (_, length) => Math.max(0, length - 1));

/** Next shorter length to try in a hurry: of long lengths with the same cost, only the longest. */
const longestLengths = Uint16Array.from({ length: 259 }, (_, length) => {
  let shorter = length - 1;
  while (shorter > 18 && lengthSymbol[shorter] === lengthSymbol[length]) shorter--;
  return Math.max(0, shorter);
});

/** Buffers for the costs and choices of a parse. They are reused because there are many parses of several megabytes. */
let room = { total: new Float64Array(0), choice: new Uint32Array(0) };

/** @param {number} size */
function makeRoom(size) {
  if (room.choice.length < size) room = { total: new Float64Array(size + 1), choice: new Uint32Array(size) };
  return room;
}

/**
 * Finds the cheapest codes for `data[from..to)` under the given costs.
 * @param {Uint8Array} data
 * @param {Matches} matches
 * @param {number} from
 * @param {number} to
 * @param {Costs} costs
 * @param {boolean} inHurry
 * @returns {Uint32Array}
 */
export function parseCheapest(data, matches, from, to, costs, inHurry) {
  const { literal, length: lengthCost, distance: distanceCost } = costs;
  const nextLength = inHurry ? longestLengths : everyLength;
  const { offsets, entries } = matches;
  const size = to - from;
  const { total, choice } = makeRoom(size);
  total[size] = 0;
  for (let i = size - 1; i >= 0; i--) {
    const at = from + i;
    let best = literal[data[at]] + total[i + 1];
    let pick = data[at];
    const first = offsets[at];
    const room = size - i;
    if (room >= maxLength && offsets[at + 1] === first + 1 && entries[first] >>> 16 === maxLength) {
      const distance = entries[first] & 0xffff;
      const sum = lengthCost[maxLength] + distanceCost[distanceSymbol[distance]] + total[i + maxLength];
      total[i] = Math.min(sum, best);
      choice[i] = sum < best ? entries[first] : pick;
      continue;
    }
    let cheapest = Number.POSITIVE_INFINITY;
    let cheapestDistance = 0;
    for (let entry = offsets[at + 1] - 1; entry >= first; entry--) {
      const distance = entries[entry] & 0xffff;
      const cost = distanceCost[distanceSymbol[distance]];
      if (cost <= cheapest) {
        cheapest = cost;
        cheapestDistance = distance;
      }
      let length = entries[entry] >>> 16;
      if (length > room) length = room;
      const shortest = entry > first ? entries[entry - 1] >>> 16 : 2;
      for (; length > shortest; length = nextLength[length]) {
        const sum = lengthCost[length] + cheapest + total[i + length];
        if (sum < best) {
          best = sum;
          pick = (length << 16) | cheapestDistance;
        }
      }
    }
    total[i] = best;
    choice[i] = pick;
  }
  let count = 0;
  for (let i = 0; i < size; count++) {
    const pick = choice[i];
    choice[count] = pick;
    i += pick < 256 ? 1 : pick >>> 16;
  }
  return choice.slice(0, count);
}
