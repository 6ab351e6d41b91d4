/** What a paper published, beside the run of the model that should give the same. */

/** @import { EstimateResult } from '../types.ts' */

/**
 * @typedef {'packets' | 'packetsUp' | 'packetsDown' | 'seconds' | 'payloadBytes' | 'wireBytes' | 'dataBytes' |
 *   'dataPackets' | 'connects' | 'openConnections'} Quantity
 * @typedef {Partial<Record<Quantity, number>>} Figures
 * @typedef {{ tolerance: number, mean?: undefined } | { mean: number } | { reason: string }} Limit how far a row may be
 *   off: by itself, on the mean of all rows with the same limit, or without limit for a reason
 * @typedef {{ table: string, row: string, published: Figures, limits: Partial<Record<Quantity, Limit>>, fitted:
 *   boolean, predict: () => Figures }} Claim `fitted`: whether parameters were chosen on this row
 * @typedef {{ id: string, citation: string, listClaims: () => Claim[] }} Paper
 */

/**
 * The figures that papers print of one simulated visit.
 * @param {EstimateResult} result
 * @returns {Figures}
 */
export function readFigures({ estimate, detail }) {
  return {
    packets: estimate.packets,
    packetsUp: estimate.packetsUp,
    packetsDown: estimate.packetsDown,
    seconds: estimate.ms / 1000,
    payloadBytes: detail.payloadUp + detail.payloadDown,
    wireBytes: estimate.bytesUp + estimate.bytesDown,
  };
}
