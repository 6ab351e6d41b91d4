/**
 * A scheduled event. Its `run` gets `subject` and `argument`, so that no closure is needed for each packet.
 * @typedef {{ time: number, order: number, run: ((subject: any, argument: any) => void) | null, subject: any, argument:
 *   any }} Event
 */

/** @typedef {ReturnType<typeof createEngine>} Engine */

/** Creates a clock and a heap of events. Events run in the order of their time, then of their creation. */
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
     * Schedules an event at a time, never before now.
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
    /** Runs until no event is left. */
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
