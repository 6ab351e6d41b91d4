/**
 * A thing that will happen. Its `run` gets `subject` and `argument`: no closure is needed for each packet.
 * @typedef {{ time: number, order: number, run: ((subject: any, argument: any) => void) | null, subject: any, argument:
 *   any }} Event
 */

/** @typedef {ReturnType<typeof createEngine>} Engine */

/** Makes a clock and a heap of events, run in the order of their time, then of their making. */
export function createEngine() {
  /** @type {Event[]} */
  const heap = [];
  let order = 0;

  /** @param {Event} a @param {Event} b */
  const before = (a, b) => a.time < b.time || (a.time === b.time && a.order < b.order);

  /** @param {Event} event */
  function push(event) {
    let index = heap.length;
    heap.push(event);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!before(event, heap[parent])) break;
      heap[index] = heap[parent];
      index = parent;
    }
    heap[index] = event;
  }

  /** @returns {Event} */
  function pop() {
    const first = heap[0];
    const last = /** @type {Event} */ (heap.pop());
    const { length } = heap;
    if (length > 0) {
      let index = 0;
      for (;;) {
        let child = 2 * index + 1;
        if (child >= length) break;
        if (child + 1 < length && before(heap[child + 1], heap[child])) child += 1;
        if (!before(heap[child], last)) break;
        heap[index] = heap[child];
        index = child;
      }
      heap[index] = last;
    }
    return first;
  }

  const engine = {
    /** Milliseconds since the start. */
    now: 0,
    /**
     * Lets something happen at a time, never before now.
     * @template S, A
     * @param {number} time @param {(subject: S, argument: A) => void} run @param {S} subject @param {A} argument
     * @returns {Event}
     */
    at(time, run, subject, argument) {
      const event = { time: Math.max(time, engine.now), order, run, subject, argument };
      order += 1;
      push(event);
      return event;
    },
    /** Runs until nothing is left to happen. */
    run() {
      while (heap.length > 0) {
        const event = pop();
        if (event.run === null) continue;
        engine.now = event.time;
        const { run } = event;
        event.run = null;
        run(event.subject, event.argument);
      }
    },
  };
  return engine;
}

/** @param {Event | null} event */
export function cancel(event) {
  if (event !== null) event.run = null;
}
