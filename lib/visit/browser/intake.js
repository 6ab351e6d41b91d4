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
  /** `kept`: bytes in memory; `lost`: bytes that were decoded and then given up. */
  const total = { requests: 0, arrived: 0, kept: 0, lost: 0 };
  /** @type {Set<string>} */
  const cutOff = new Set();

  /** @param {string} url @returns {Body} */
  const openBody = (url) => {
    const own = { arrived: 0, kept: 0 };
    const check = () => {
      const isWithin = Math.max(own.arrived, own.kept) <= FETCH_LIMITS.bodyBytes;
      if (isWithin && Math.max(total.arrived, total.kept) <= FETCH_LIMITS.totalBytes) return null;
      // Its bytes are free for the others that are on their way.
      total.kept -= own.kept;
      total.lost += own.kept;
      own.kept = 0;
      cutOff.add(url);
      return new Error('body too large');
    };
    return {
      arrive: (bytes) => {
        own.arrived += bytes;
        total.arrived += bytes;
        return check();
      },
      keep: (bytes) => {
        own.kept += bytes;
        total.kept += bytes;
        return check();
      },
      arrived: () => own.arrived,
    };
  };
  const isExhausted = () => {
    const { requests, arrived, kept, lost } = total;
    return requests > FETCH_LIMITS.requests || Math.max(arrived, kept, lost) > FETCH_LIMITS.totalBytes;
  };
  return {
    openBody,
    cutOff: () => [...cutOff],
    /** Waits for a free socket. @param {string} url @param {(isWithin: boolean) => Promise<void>} work */
    inTurn: (url, work) =>
      turns(() => {
        total.requests += 1;
        const isWithin = !isExhausted();
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
