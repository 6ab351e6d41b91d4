/** The published figures of a paper, next to the run of the model that should reproduce them. */

/** @import { EstimateResult } from '../types.ts' */

/**
 * @typedef {'packets' | 'packetsUp' | 'packetsDown' | 'seconds' | 'payloadBytes' | 'wireBytes' | 'dataBytes' |
 *   'dataPackets' | 'connects' | 'openConnections'} Quantity
 * @typedef {Partial<Record<Quantity, number>>} Figures
 * @typedef {{ tolerance: number, mean?: undefined } | { mean: number } | { reason: string }} Limit the allowed error of
 *   a row: for itself, on the mean of all rows with the same limit, or none for a reason
 * @typedef {{ table: string, row: string, published: Figures, limits: Partial<Record<Quantity, Limit>>, fitted:
 *   boolean, predict: () => Figures }} Claim `fitted`: true if parameters were chosen on this row
 * @typedef {{ id: string, citation: string, listClaims: () => Claim[] }} Paper
 */

/**
 * Returns the figures that papers print of one simulated visit.
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
