import { readInput } from './readers.js';

/** The entry point of the fuzzer. An environment variable names the kind of input. @param {Buffer} data */
export function fuzz(data) {
  return readInput(/** @type {typeof import('./readers.js').KINDS[number]} */ (process.env.GUIDED_KIND), data);
}
