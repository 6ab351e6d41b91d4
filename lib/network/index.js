/** A packet-level model of TCP and HTTP: the cost of a page on a link and the time at which it is complete. */

export { estimateCases } from './cases.js';
export { bandOfDifference } from './error-bars.js';
export { LINKS } from './links.js';
export { HTTP_VERSIONS, parseScenario, SCENARIO_FIELDS } from './scenario.js';
export { SERVER_PROFILES } from './server-profiles.js';
export { estimate, glance } from './simulate.js';
