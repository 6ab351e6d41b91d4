/** @import { Command } from '../types.ts' */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { InputError } from '../../../base/errors.js';
import { PAPERS, plotRows, validate } from '../../../network/validate.js';

/** @type {Command} */
export const command = {
  takes: ['json'],
  summary: 'Compares the network model with published tables. Fails if a row is out of tolerance.',
  usage: '[paper …]',
  flags: { plot: { type: 'string', value: 'FILE.svg', help: 'plot predicted against published values' } },
  async run({ world, values, positionals }) {
    const unknown = positionals.find((name) => !Object.hasOwn(PAPERS, name));
    if (unknown)
      throw new InputError('unknown-paper', `there is no paper “${unknown}”; one of ${Object.keys(PAPERS).join(', ')}`);
    const { rows, groups, ok } = validate(positionals.length > 0 ? positionals : undefined);
    if (typeof values.plot === 'string') {
      const path = resolve(world.cwd, values.plot);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, plotRows(rows));
    }
    if (values.json !== undefined) world.stdout.write(`${JSON.stringify({ ok, groups, rows }, null, 2)}\n`);
    else if (!values.quiet) world.stdout.write([...rows.map(lineOf), ...groups.map(groupLine)].join(''));
    return ok ? 0 : 1;
  },
};

/** @param {import('../../../network/validate.js').Row} row */
function lineOf({ paper, table, row, quantity, published, predicted, error, tolerance, status, reason }) {
  const percent = `${(error * 100).toFixed(1)} %`;
  const why =
    status === 'informational' ? `informational: ${reason}` : `${status} (within ${(tolerance * 100).toFixed(1)} %)`;
  return (
    `${paper} ${table}  ${row}  ${quantity}: published ${published}, model ${Number(predicted.toPrecision(4))}, ` +
    `${percent}  ${why}\n`
  );
}

/** @param {ReturnType<typeof validate>['groups'][number]} group */
function groupLine({ paper, quantity, meanError, tolerance, status }) {
  return (
    `${paper} all rows  ${quantity}: mean ${(meanError * 100).toFixed(1)} %  ${status} (within ` +
    `${(tolerance * 100).toFixed(1)} %)\n`
  );
}
