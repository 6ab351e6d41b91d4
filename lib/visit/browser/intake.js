/** Bytes of a MiB. */
const MIB = 2 ** 20;

/**
 * What one page may fetch from its origin. Sockets are as many as browsers open to a host with HTTP/1.1. Requests and
 * bytes are several times what the heaviest pages need; the bytes are those of decoded bodies, which are all in memory
 * at the end.
 */
export const FETCH_LIMITS = Object.freeze({ sockets: 6, requests: 1000, bodyBytes: 32 * MIB, totalBytes: 128 * MIB });
/** A larger body, in bytes, is handed to the browser alone: on its way there it is held several times over. */
const MAX_SHARED_BYTES = MIB;

/**
 * @typedef {object} Body counts the bytes of one response
 * @property {(bytes: number) => Error | null} arrive counts bytes as they come in. Returns an error at a limit.
 * @property {(bytes: number) => Error | null} keep counts decoded bytes. Returns an error at a limit.
 * @property {() => number} arrived
 */

/** Counts what comes in for one page, over all its responses. @typedef {ReturnType<typeof openIntake>} Intake */

/** Creates the counters of one page. */
export function openIntake() {
  const turns = createTurns(FETCH_LIMITS.sockets);
  const largeTurns = createTurns(1);
  const total = { requests: 0, arrived: 0, kept: 0 };
  /** @type {Set<string>} */
  const cutOff = new Set();

  /** @param {string} url @returns {Body} */
  const openBody = (url) => {
    const own = { arrived: 0, kept: 0 };
    /** @param {'arrived' | 'kept'} count @param {number} bytes */
    const add = (count, bytes) => {
      own[count] += bytes;
      total[count] += bytes;
      if (own[count] <= FETCH_LIMITS.bodyBytes && total[count] <= FETCH_LIMITS.totalBytes) return null;
      cutOff.add(url);
      return new Error('body too large');
    };
    return {
      arrive: (bytes) => add('arrived', bytes),
      keep: (bytes) => add('kept', bytes),
      arrived: () => own.arrived,
    };
  };
  return {
    openBody,
    cutOff: () => [...cutOff],
    /** Waits for a free socket. @param {string} url @param {(isWithin: boolean) => Promise<void>} work */
    inTurn: (url, work) =>
      turns(() => {
        total.requests += 1;
        const isWithin =
          total.requests <= FETCH_LIMITS.requests && Math.max(total.arrived, total.kept) <= FETCH_LIMITS.totalBytes;
        if (!isWithin) cutOff.add(url);
        return work(isWithin);
      }),
    /** Waits until no other large body is on its way. @param {number} bytes @param {() => Promise<void>} work */
    oneByOne: (bytes, work) => (bytes > MAX_SHARED_BYTES ? largeTurns(work) : work()),
  };
}

/**
 * Creates a queue that runs so many works at once, in the order in which they come.
 * @param {number} atOnce
 * @returns {(work: () => Promise<void>) => Promise<void>}
 */
function createTurns(atOnce) {
  let free = atOnce;
  /** @type {(() => void)[]} */
  const waiting = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise((resolve) => waiting.push(() => resolve(null)));
    try {
      await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
