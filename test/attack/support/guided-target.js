import { readInput } from './readers.js';

/** What the fuzzer calls; the kind of input is named by the environment. @param {Buffer} data */
export function fuzz(data) {
  return readInput(/** @type {typeof import('./readers.js').KINDS[number]} */ (process.env.GUIDED_KIND), data);
}
