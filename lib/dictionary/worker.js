/** The module that each worker thread runs: one text, one dictionary. */
export { makeDeltas as default } from './make-deltas.js';
