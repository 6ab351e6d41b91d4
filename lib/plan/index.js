/** Plans: chooses which of the priced changes are made. */

export { planChanges, weighAmount } from './plan-changes.js';
