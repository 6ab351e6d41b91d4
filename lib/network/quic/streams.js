/** Chooses the order in which the streams of a connection fill packets. */
/** @import { Slice } from './quic-end.js' */

/**
 * A stream with its pending data.
 * @typedef {{ id: number, urgency: number, isIncremental: boolean, slices: Slice[], isQueued: boolean, left: number
 * }} Stream
 */

/**
 * Creates the queue of streams.
 * @param {string} order `round-robin`: one frame of each in turn; `ignored`: one response after the other in order of
 *   arrival; `rfc9218`: the most urgent first, incremental ones of the same urgency in turn
 */
export function createStreams(order) {
  /** Streams with pending data, in the order of their turns. @type {Stream[]} */
  let queue = [];

  /** Returns the index of the stream that sends next. */
  function chooseNext() {
    if (order !== 'rfc9218') return 0;
    let best = 0;
    for (let index = 1; index < queue.length; index += 1) if (queue[index].urgency < queue[best].urgency) best = index;
    return best;
  }

  /** @param {Stream} stream */
  const takesTurns = (stream) => order === 'round-robin' || (order === 'rfc9218' && stream.isIncremental);

  return {
    isEmpty: () => queue.length === 0,
    /** @param {Stream} stream @param {Slice} slice */
    add(stream, slice) {
      stream.slices.push(slice);
      stream.left += slice.bytes;
      if (stream.isQueued) return;
      stream.isQueued = true;
      queue.push(stream);
    },
    /**
     * Takes one frame of the stream that sends next.
     * @param {number} room bytes
     * @returns {Slice[]}
     */
    take(room) {
      const index = chooseNext();
      const stream = queue[index];
      const taken = takeBytes(stream, room);
      const isDone = stream.slices.length === 0;
      stream.isQueued = !isDone;
      if (isDone || takesTurns(stream)) {
        queue = [...queue.slice(0, index), ...queue.slice(index + 1)];
        if (!isDone) queue.push(stream);
      }
      return taken;
    },
  };
}

/**
 * Takes up to `room` bytes off the front of a stream.
 * @param {Stream} stream @param {number} room
 */
function takeBytes(stream, room) {
  /** @type {Slice[]} */
  const taken = [];
  let left = room;
  while (stream.slices.length > 0 && (left > 0 || stream.slices[0].bytes === 0)) {
    const slice = stream.slices[0];
    const bytes = Math.min(slice.bytes, left);
    const isWhole = bytes === slice.bytes;
    taken.push(isWhole ? slice : { ...slice, bytes, last: false });
    if (isWhole) stream.slices.shift();
    else slice.bytes -= bytes;
    left -= bytes;
  }
  stream.left -= room - left;
  return taken;
}

/** @param {number} id @param {number} urgency @param {boolean} isIncremental @returns {Stream} */
export const createStream = (id, urgency, isIncremental) => ({
  id,
  urgency,
  isIncremental,
  slices: [],
  isQueued: false,
  left: 0,
});
