/**
 * Regenerates captures and holds the model against them.
 *
 *   node bench/wire/run.js [quick|slow|browser …] [--out FILE.json] [--from FILE.json] [--repeats N]
 *
 * `--out` keeps the captures, `--from` compares captures kept before instead of measuring, `--repeats`
 * measures each case so often and keeps the quickest run.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { caseSets } from './cases.js';
import { compareCases } from './compare.js';
import { findPrograms, measureAll } from './lab.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, from: { type: 'string' }, repeats: { type: 'string', default: '1' } },
});

/** @param {string} line */
const say = (line) => process.stdout.write(`${line}\n`);

async function readOrMeasure() {
  if (values.from) return JSON.parse(readFileSync(values.from, 'utf8')).cases;
  const sets = positionals.length > 0 ? positionals : ['quick'];
  const unknown = sets.find((set) => !Object.hasOwn(caseSets, set));
  if (unknown) throw new Error(`no set of cases is called "${unknown}"; there are ${Object.keys(caseSets).join(', ')}`);
  const programs = findPrograms();
  const wanted = sets.flatMap((set) => caseSets[set](programs));
  if (wanted.length === 0) say('bench/wire skipped: neither nghttp nor Chromium is there (CHROMIUM names one)');
  return wanted.length === 0 ? null : measureAll(wanted, say, Number(values.repeats));
}

const cases = await readOrMeasure();
if (cases) {
  if (values.out) writeFileSync(values.out, `${JSON.stringify({ what: 'captures of bench/wire', cases })}\n`);
  for (const line of compareCases(cases)) say(line);
}
