/** Bytes of a MiB. */
const MIB = 2 ** 20;

/**
 * Limits of one page's fetches. Sockets are as many as browsers open to a host with HTTP/1.1. Requests and bytes are
 * several times the need of the heaviest pages. Bytes are those of decoded bodies, which are all in memory at the end.
 */
export const FETCH_LIMITS = Object.freeze({ sockets: 6, requests: 1000, bodyBytes: 32 * MIB, totalBytes: 128 * MIB });
/** Larger bodies, in bytes, are passed to the browser one at a time: several copies exist on the way. */
const MAX_SHARED_BYTES = MIB;

/**
 * @typedef {object} Body counts the bytes of one response
 * @property {(bytes: number) => Error | null} arrive counts received bytes. Returns an error at a limit.
 * @property {(bytes: number) => Error | null} keep counts decoded bytes. Returns an error at a limit.
 * @property {() => number} arrived
 */

/** Counters of all responses of one page. @typedef {ReturnType<typeof openIntake>} Intake */

/** Creates the counters of one page. */
export function openIntake() {
  const turns = createTurns(FETCH_LIMITS.sockets);
  const largeTurns = createTurns(1);
  /** `kept`: bytes in memory; `lost`: bytes that were decoded and then dropped. */
  const total = { requests: 0, arrived: 0, kept: 0, lost: 0 };
  /** @type {Set<string>} */
  const cutOff = new Set();

  /** @param {string} url @returns {Body} */
  const openBody = (url) => {
    const own = { arrived: 0, kept: 0 };
    const check = () => {
      const isWithin = Math.max(own.arrived, own.kept) <= FETCH_LIMITS.bodyBytes;
      if (isWithin && Math.max(total.arrived, total.kept) <= FETCH_LIMITS.totalBytes) return null;
      // Its bytes are available to the other responses.
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
    /** Waits until no other large body is in transit. @param {number} bytes @param {() => Promise<void>} work */
    oneByOne: (bytes, work) => (bytes > MAX_SHARED_BYTES ? largeTurns(work) : work()),
  };
}

/**
 * Creates a queue that runs a limited number of works at once, in order of arrival.
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
