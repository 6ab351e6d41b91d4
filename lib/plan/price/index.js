/** Prices pages and changes by scenarios of the network model. */

export { applyEffects } from './apply-effects.js';
export { parseHar } from './har.js';
export { findPaintMs, pageScenario } from './page-scenario.js';
export { createPricer, estimatePage, priceChanges } from './price-changes.js';
export { tracePage } from './trace-page.js';
export { meanPagesPerVisit } from './visits.js';
