/**
 * @import { Fetch } from './browser.js'
 * @import { Variation } from './variation.js'
 * @import { createWork } from './work.js'
 * @import { HttpVersion } from './types.ts'
 */

/**
 * Counts of requests after which Chromium does other work first. The first two requests are sent as soon as they are
 * found, the next ones after the arrived part is rendered, the rest after all work is done. On a single connection the
 * third is sent alone.
 */
const LUMPS = [2, 6];
const LUMPS_OF_ONE_CONNECTION = [2, 3];
/** Rendering time before the second group of requests, if no style sheet delays it. */
const DRAW_MS = 12;
/** Milliseconds that Chromium takes to make a request, fitted to captures. */
const REQUEST_MS = 0.7;

/**
 * Creates a function that sends a browser's requests in the groups in which Chromium sends them.
 * @param {object} order
 * @param {HttpVersion} order.version
 * @param {Variation['pace']} order.pace
 * @param {ReturnType<typeof createWork>} order.loading
 * @param {(lump: readonly Fetch[]) => void} order.ask
 * @param {() => void} order.onDrawn
 */
export function createRequesting({ version, pace, loading, ask, onDrawn }) {
  const lumps = version.startsWith('1') ? LUMPS : LUMPS_OF_ONE_CONNECTION;
  const [eager] = lumps;
  let asked = 0;
  let styled = false;

  /** @param {readonly Fetch[]} lump */
  function send(lump) {
    const workMs = asked < eager ? 0 : lump.length * pace.ask * REQUEST_MS;
    if (asked === eager && !styled) loading.do(pace.draw * DRAW_MS, onDrawn);
    asked += lump.length;
    loading.do(workMs, () => ask(lump));
  }

  /** @param {readonly Fetch[]} batch */
  return (batch) => {
    styled ||= batch.some(({ resource }) => resource.type === 'css');
    for (let rest = batch; rest.length > 0; ) {
      const room = (lumps.find((most) => most > asked) ?? Number.POSITIVE_INFINITY) - asked;
      send(rest.slice(0, room));
      rest = rest.slice(room);
    }
  };
}
