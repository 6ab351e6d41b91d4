import { readFile } from 'node:fs/promises';
import { readWithNetwork } from './line-layout.js';
import { openLineNetwork } from './line-runtime.js';

/** @import { Grey, Reading } from './reader.js' */

/** The classes of the network, without “nothing” at the start and the space at the end. */
const LETTERS = new URL('./models/latin_PP-OCRv6_small_rec.txt', import.meta.url);

/** @type {ReturnType<typeof openSession> | null} */
let opening = null;

/**
 * Reads a line with PP-OCRv6 small, of which only the Latin part is left. Runs in its own worker, because it computes
 * for long.
 * @param {Grey} map @returns {Promise<Reading>}
 */
export default async function readLine(map) {
  opening ??= openSession();
  return readWithNetwork(await opening, map);
}

async function openSession() {
  const [network, letters] = await Promise.all([openLineNetwork(), readFile(LETTERS, 'utf8')]);
  return { ...network, classes: ['', ...letters, ' '] };
}
