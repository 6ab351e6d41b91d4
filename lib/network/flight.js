/** How many segments of a connection are under way. */
/** @import { End } from './tcp-state.js' */

/** Returns the segments that were sent and are not acknowledged. @param {End} end */
export const packetsOut = (end) => end.flight.length - end.flightHead;

/** Returns the segments that are thought to be on their way. @param {End} end */
export const packetsInFlight = (end) => packetsOut(end) - end.sackedCount - end.lostCount + end.againCount;
