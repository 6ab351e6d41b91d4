/*
 * Repeats every property test with new cases in each round: npm run fuzz -- [ROUNDS] [FIRST SEED]. A failing round
 * prints its seed, which PAGETHRIFT_SEED=N npm test uses again.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const rounds = Number(process.argv[2] ?? 20);
const first = Number(process.argv[3] ?? Date.now() % 1e6);
const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.js'))
  .map((file) => path.join('test', file))
  .filter((file) => readFileSync(file, 'utf8').includes("from 'fast-check'"));

let failed = 0;
for (let seed = first; seed < first + rounds; seed++) {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--import', './test/harness/seed.js', '--test', '--test-reporter=dot', ...files],
    { encoding: 'utf8', env: { ...process.env, PAGETHRIFT_SEED: String(seed) } },
  );
  if (status === 0) continue;
  failed++;
  process.stdout.write(`seed ${seed}\n${stdout}\n`);
}
process.stdout.write(`${rounds} rounds of ${files.length} files from seed ${first}: ${failed} failed\n`);
process.exitCode = failed ? 1 : 0;
