/** The rate that BBR believes a connection can carry. */
/** @import { Bbr } from './bbr.js' */

/** Returns the highest rate of late, in segments a millisecond. @param {Bbr} bbr */
export const maxRate = (bbr) => bbr.rates[0]?.[0] ?? 0;

/** Returns the rate to send at, in segments a millisecond. @param {Bbr} bbr */
export const rateOf = (bbr) => (bbr.policer.isUsed ? bbr.policer.rate : maxRate(bbr));
