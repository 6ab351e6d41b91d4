/**
 * Regenerates captures and compares the model with them.
 *
 * node bench/wire/run.js [SET …] [--out FILE.json] [--from FILE.json] [--repeats N] [--only REGEX] [--pcaps FOLDER]
 *   [--fresh SEED]
 *
 * Sets: quick, slow, browser, h3, congestion, chromium, changes (see cases.js). `--out` stores the measurements,
 * `--from` compares stored ones instead of measuring, `--repeats` measures each case several times and keeps the
 * fastest run, `--fresh` generates the held-out pages from another first seed (their names begin with "fresh"),
 * `--only` selects cases by name, `--pcaps` stores the captured packets. `--slowness` is the relative slowness of the
 * host's browser: 1 for the host of the first captures, less for a faster one.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { caseSets, quicSets } from './cases.js';
import { FRESH_FROM } from './cases-today.js';
import { compareCases } from './compare.js';
import { measureAll } from './lab.js';
import { provision } from './provision.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    from: { type: 'string' },
    only: { type: 'string', default: '.' },
    pcaps: { type: 'string' },
    repeats: { type: 'string', default: '1' },
    slowness: { type: 'string', default: '1' },
    fresh: { type: 'string', default: String(FRESH_FROM) },
  },
});

/** @param {string} line */
const say = (line) => process.stdout.write(`${line}\n`);

async function readOrMeasure() {
  if (values.from) return JSON.parse(readFileSync(values.from, 'utf8')).cases;
  const sets = positionals.length > 0 ? positionals : ['quick'];
  const unknown = sets.find((set) => !Object.hasOwn(caseSets, set));
  if (unknown) throw new Error(`no set of cases is called "${unknown}"; there are ${Object.keys(caseSets).join(', ')}`);
  const quic = sets.some((set) => quicSets.has(set));
  const programs = await provision(say, { quic });
  const only = new RegExp(values.only);
  const wanted = sets
    .flatMap((set) => caseSets[set](programs, Number(values.fresh)))
    .filter(({ name }) => only.test(name));
  if (wanted.length === 0) say('bench/wire skipped: no case is left; see what is missing above');
  const options = { repeats: Number(values.repeats), pcaps: values.pcaps ?? null, programs };
  return wanted.length === 0 ? null : measureAll(wanted, say, options);
}

const cases = await readOrMeasure();
if (cases) {
  if (values.out) writeFileSync(values.out, `${JSON.stringify({ what: 'captures of bench/wire', cases })}\n`);
  for (const line of compareCases(cases, Number(values.slowness))) say(line);
}
