/** A packet-level model of TCP and HTTP: what a page costs on a link, and when it is there. */

export { estimateCases } from './cases.js';
export { bandOfDifference } from './error-bars.js';
export { LINKS } from './links.js';
export { HTTP_VERSIONS, parseScenario, SCENARIO_FIELDS } from './scenario.js';
export { SERVER_PROFILES } from './server-profiles.js';
export { estimate, glance } from './simulate.js';
