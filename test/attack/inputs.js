/** @import { Row } from '../../bench/attack.js' */

import { KINDS, MAX_BYTES, readInput, readSeeds } from './support/readers.js';

/** Number of inputs. A million takes a quarter of an hour. A partial run starts at the first number. */
const INPUTS = Number(process.env.ATTACK_INPUTS ?? 1_000_000);
const FIRST = Number(process.env.ATTACK_SEED ?? 1);
/** Max CPU time per input, in seconds. The slowest valid input takes a tenth of that. */
const HANG_SECONDS = 2;
/** Tokens that break parsers: missing ends, nesting, escapes, limits of numbers. */
const TOKENS = [
  '<!--',
  '-->',
  '<script>',
  '</script',
  '<table>',
  '<svg><style>',
  '<template>',
  '<plaintext>',
  '&#x110000;',
  '\0',
  '/*',
  '*/',
  'url(',
  '\\',
  '@import',
  '@media{',
  '}',
  '{',
  '"',
  "'",
  '\ufeff',
  '\u202e',
  '\ud800',
  '1e999',
  '-0',
  'null',
  '[]',
  '{}',
  '99999999999999999999',
  '__proto__',
  'data:,',
  '//',
  '?#',
  '\r\n',
  '\u0000\u00ff',
];

/**
 * Checks that mutated real files are parsed or rejected, without other exceptions and without slow cases.
 * @returns {Promise<Row[]>}
 */
export async function run() {
  const seeds = readSeeds();
  /** @type {Map<string, { tried: number, faults: string[] }>} */
  const rows = new Map(KINDS.map((kind) => [kind, { tried: 0, faults: [] }]));
  for (let number = FIRST; number < FIRST + INPUTS; number++) {
    const kind = KINDS[number % KINDS.length];
    const row = /** @type {{ tried: number, faults: string[] }} */ (rows.get(kind));
    const fault = await tryOne(kind, makeInput(seeds[kind], number));
    row.tried += 1;
    if (fault) row.faults.push(`${number}: ${fault}`);
  }
  return [...rows].map(([kind, { tried, faults }]) => ({
    what: `mutated ${kind}`,
    tried,
    failed: faults.length,
    result: faults.slice(0, 5).join('; ') || 'read or refused, none crashed, none hung',
  }));
}

/** @param {(typeof KINDS)[number]} kind @param {Buffer} bytes */
async function tryOne(kind, bytes) {
  const from = process.cpuUsage();
  try {
    await readInput(kind, bytes);
  } catch (error) {
    return error instanceof Error
      ? `${error.name}: ${error.message} ${error.stack?.split('\n')[1]?.trim()}`
      : String(error);
  }
  const { user, system } = process.cpuUsage(from);
  return user + system > HANG_SECONDS * 1e6 ? `took ${(user + system) / 1e6} s` : null;
}

/**
 * Returns one of the files with up to eight mutations: replaced, removed or repeated bytes, an inserted token, the end
 * of another file.
 * @param {readonly Buffer[]} files
 * @param {number} number
 */
function makeInput(files, number) {
  const draw = random(number);
  const pick = (/** @type {number} */ below) => Math.floor(draw() * below);
  let bytes = Buffer.from(files[pick(files.length)]);
  for (let change = pick(8); change >= 0; change--) {
    const at = pick(bytes.length + 1);
    const end = Math.min(bytes.length, at + pick(40));
    const [before, part, after] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
    const other = files[pick(files.length)];
    const between = [
      [Buffer.from(part).map((byte) => byte ^ (1 << pick(8)))],
      [],
      Array(1 + pick(20)).fill(part),
      [Buffer.from(TOKENS[pick(TOKENS.length)]), part],
      [other.subarray(pick(other.length)).subarray(0, MAX_BYTES)],
      [Buffer.from(part).fill(pick(256))],
    ][pick(6)];
    bytes = Buffer.concat([before, ...between, after]).subarray(0, MAX_BYTES * 2);
  }
  return bytes;
}

/** Returns a generator of numbers from 0 to 1, the same for the same seed (mulberry32). @param {number} seed */
function random(seed) {
  let state = (seed * 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
