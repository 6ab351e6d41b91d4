/** @import { EstimateResult, ScenarioResource } from './types.ts' */

/**
 * Max bytes of bodies that are simulated packet by packet, about a second of work. Within the first megabytes of a long
 * transfer, its pace is that of the rest.
 */
const MAX_SIMULATED_BYTES = 32_000_000;

/**
 * Shortens the longest bodies of a page so that it can be simulated.
 * @param {readonly ScenarioResource[]} resources
 * @returns {{ resources: readonly ScenarioResource[], restBytes: number }} `restBytes`: bytes that are not simulated
 */
export function cutBodies(resources) {
  const all = sumOf(resources);
  if (all <= MAX_SIMULATED_BYTES) return { resources, restBytes: 0 };
  const most = findLimit(resources.map(({ bytes }) => bytes));
  const cut = resources.map((one) => (one.bytes > most ? { ...one, bytes: most } : one));
  return { resources: cut, restBytes: all - sumOf(cut) };
}

/**
 * Returns the length to which bodies are cut: the largest with which all of them fit.
 * @param {readonly number[]} sizes
 */
function findLimit(sizes) {
  let room = MAX_SIMULATED_BYTES;
  for (const [index, size] of sizes.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(room / (sizes.length - index));
    if (size > share) return share;
    room -= size;
  }
  return room;
}

/**
 * Adds the bytes that were not simulated: they take packets and time as those that were.
 * @param {EstimateResult} result of the shortened page
 * @param {{ full: readonly ScenarioResource[], cut: readonly ScenarioResource[], restBytes: number }} bodies
 * @returns {EstimateResult}
 */
export function addRest({ estimate, detail }, { full, cut, restBytes }) {
  const share = restBytes / Math.max(1, sumOf(cut));
  const more = (/** @type {number} */ count) => Math.round(count * (1 + share));
  const restMs = Math.round(detail.dataMs * share);
  const cutUrls = new Set(full.flatMap(({ url, bytes }, index) => (bytes > cut[index].bytes ? [url] : [])));
  return {
    estimate: {
      ...estimate,
      packets: more(estimate.packetsUp) + more(estimate.packetsDown),
      packetsBand: more(estimate.packetsBand),
      packetsUp: more(estimate.packetsUp),
      packetsDown: more(estimate.packetsDown),
      bytesUp: more(estimate.bytesUp),
      bytesDown: more(estimate.bytesDown),
      ms: estimate.ms + restMs,
      msBand: more(estimate.msBand),
    },
    detail: {
      ...detail,
      ack: more(detail.ack),
      data: more(detail.dataUp) + more(detail.dataDown),
      dataUp: more(detail.dataUp),
      dataDown: more(detail.dataDown),
      retransmitted: more(detail.retransmitted),
      lost: more(detail.lost),
      payloadUp: more(detail.payloadUp),
      payloadDown: more(detail.payloadDown),
      dataMs: detail.dataMs + restMs,
      wireMs: detail.wireMs + restMs,
      connectionMs: detail.connectionMs + restMs,
      byResource: detail.byResource.map((one) =>
        cutUrls.has(one.url) ? { ...one, doneMs: one.doneMs + restMs } : one,
      ),
    },
  };
}

/** @param {readonly ScenarioResource[]} resources */
function sumOf(resources) {
  return resources.reduce((sum, { bytes }) => sum + bytes, 0);
}
