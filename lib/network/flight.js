/** Counts the segments of a connection that are under way. */
/** @import { End } from './tcp-state.js' */

/** Returns the number of segments that were sent and are not acknowledged. @param {End} end */
export const packetsOut = (end) => end.flight.length - end.flightHead;

/** Returns the number of segments that are assumed to be on their way. @param {End} end */
export const packetsInFlight = (end) => packetsOut(end) - end.sackedCount - end.lostCount + end.againCount;
