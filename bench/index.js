/*
 * npm run bench                    lists the benches
 * npm run bench -- NAME [ARGS …]   runs one
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} Bench
 * @property {string} name
 * @property {string} answers the question that it answers
 * @property {string} needs requirements besides the installed packages
 * @property {string} takes duration on two cores
 * @property {string} [file] the module to run, if it is not `bench/NAME.js`
 */

/** @type {Bench[]} */
const benches = JSON.parse(readFileSync(new URL('benches.json', import.meta.url), 'utf8'));

process.exitCode = main(process.argv.slice(2));

/** Runs the bench that the arguments name. @param {string[]} args @returns {number} the exit code */
function main([name, ...rest]) {
  if (!name || name === '--help') {
    process.stdout.write(renderList(benches));
    return 0;
  }
  const bench = benches.find((each) => each.name === name);
  if (!bench) {
    process.stderr.write(`There is no bench “${name}”. “npm run bench” lists them.\n`);
    return 2;
  }
  const file = fileURLToPath(new URL(bench.file ?? `${name}.js`, import.meta.url));
  return spawnSync(process.execPath, [file, ...rest], { stdio: 'inherit' }).status ?? 1;
}

/** Returns the list of benches as text. @param {Bench[]} list */
function renderList(list) {
  const width = Math.max(...list.map(({ name }) => name.length));
  const rows = list.map(
    ({ name, answers, needs, takes }) =>
      `${name.padEnd(width)}  ${answers}\n${' '.repeat(width)}  needs ${needs}; takes ${takes}\n`,
  );
  return `npm run bench -- NAME [ARGS …]\n\n${rows.join('')}`;
}
