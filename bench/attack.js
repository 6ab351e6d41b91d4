/*
 * npm run bench -- attack [NAME …] [--record]
 *
 * Runs attacks on the guarantees of the program, one file each in test/attack. An attack exports `run`, which repeats
 * an attempt and returns a row per attempt. Without a name, lists the attacks. `--record` stores the rows for
 * docs/reliability.md.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * @typedef {object} Row
 * @property {string} what the attempt
 * @property {number} tried number of repetitions
 * @property {number} failed number of broken guarantees
 * @property {string} result the outcome
 */

const folder = new URL('../test/attack/', import.meta.url);
const known = readdirSync(folder).flatMap((file) => (file.endsWith('.js') ? [file.slice(0, -'.js'.length)] : []));
const isRecorded = process.argv.includes('--record');
const names = process.argv.slice(2).filter((name) => !name.startsWith('--'));
const unknown = names.find((name) => !known.includes(name));

if (names.length === 0 || unknown) {
  process.stderr.write(
    `${unknown ? `there is no attack “${unknown}”; ` : ''}npm run bench -- attack ${known.join(' | ')}\n`,
  );
  process.exitCode = 2;
} else {
  for (const name of names) await attack(name);
}

/** @param {string} name */
async function attack(name) {
  /** @type {{ run: () => Promise<Row[]> }} */
  const { run } = await import(new URL(`${name}.js`, folder).href);
  const rows = await run();
  for (const { what, tried, failed, result } of rows) {
    process.stdout.write(
      `${failed === 0 ? 'held  ' : 'FELL  '} ${what}: ${tried} tried, ${failed} failed; ${result}\n`,
    );
    if (failed > 0) process.exitCode = 1;
  }
  if (!isRecorded) return;
  mkdirSync(new URL('results/', folder), { recursive: true });
  const file = new URL(`results/${name}.json`, folder);
  // A partial run only replaces its own rows.
  const others = readRows(file).filter(({ what }) => !rows.some((row) => row.what === what));
  writeFileSync(file, `${JSON.stringify([...others, ...rows], null, 2)}\n`);
}

/** @param {URL} file @returns {Row[]} */
function readRows(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}
