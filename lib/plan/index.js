/** Plans: which of the priced changes are made. */

export { findConflicts } from './conflicts.js';
export { planChanges, weighAmount } from './plan-changes.js';
