/** @import { Command } from '../types.ts' */
/** @import { Check } from '../../project/examine.js' */

import { examine } from '../../project/examine.js';
import { settingsOf } from '../flags.js';

/** Marks of each state, with colours by code. */
const MARKS = Object.freeze({ good: ['ok', 32], note: ['note', 33], bad: ['MISSING', 31] });

/** @type {Command} */
export const command = {
  takes: ['json', 'browser', 'cache'],
  summary: 'Checks the requirements of pagethrift on this machine and in this project.',
  usage: '',
  flags: {},
  async run({ world, values }) {
    const checks = await examine(world.cwd, world.env, () => settingsOf(world, values));
    const isColoured = Boolean(world.stdout.isTTY) && values['no-color'] !== true && !world.env.NO_COLOR;
    if (values.json === undefined) world.stdout.write(describeChecks(checks, isColoured));
    else world.stdout.write(`${JSON.stringify({ checks }, null, 2)}\n`);
    return checks.some(({ state }) => state === 'bad') ? 2 : 0;
  },
};

/** @param {readonly Check[]} checks @param {boolean} isColoured */
function describeChecks(checks, isColoured) {
  const width = Math.max(...checks.map(({ name }) => name.length));
  return checks
    .map(({ name, state, says, remedy }) => {
      const [word, code] = MARKS[state];
      const mark = String(word).padEnd(7);
      const line = `${isColoured ? `\u001b[${code}m${mark}\u001b[39m` : mark}  ${name.padEnd(width)}  ${says}\n`;
      return remedy ? `${line}${' '.repeat(width + 11)}${remedy}\n` : line;
    })
    .join('');
}
