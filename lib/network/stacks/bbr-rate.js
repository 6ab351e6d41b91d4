/** The rate that BBR estimates for a connection. */
/** @import { Bbr } from './bbr.js' */

/** Returns the highest recent rate, in segments per millisecond. @param {Bbr} bbr */
export const maxRate = (bbr) => bbr.rates[0]?.[0] ?? 0;

/** Returns the rate to send at, in segments per millisecond. @param {Bbr} bbr */
export const rateOf = (bbr) => (bbr.policer.isUsed ? bbr.policer.rate : maxRate(bbr));
