/** @import { Rule } from '../../../plan/types.ts' */
/** @import { Command } from '../types.ts' */

import { FORMER_IDS, rules } from '../../../../rules/index.js';
import { didYouMean } from '../../../base/closest-name.js';
import { InputError } from '../../../base/errors.js';

/** @type {Command} */
export const command = {
  takes: ['json'],
  summary: 'Lists the rules, or explains one.',
  usage: '[id]',
  flags: {},
  async run({ world, values, positionals: [id] }) {
    const rule = rules.find(({ meta }) => meta.id === id || (id && meta.id === FORMER_IDS[id]));
    if (id && !rule) {
      const guess = didYouMean(
        id,
        rules.map(({ meta }) => meta.id),
      );
      throw new InputError('unknown-rule', `There is no rule “${id}”.${guess} “npx pagethrift rules” lists them.`);
    }
    const shown = rule ? [rule] : rules;
    if (values.json !== undefined)
      world.stdout.write(
        `${JSON.stringify(
          shown.map(({ meta }) => meta),
          null,
          2,
        )}\n`,
      );
    else world.stdout.write(rule ? explainRule(rule) : listRules(rules));
    return 0;
  },
};

/** @param {readonly Rule[]} all */
function listRules(all) {
  const width = Math.max(...all.map(({ meta }) => meta.id.length));
  return all
    .map(
      ({ meta }) => `${meta.id.padEnd(width)}  ${meta.default.padEnd(6)}  ${meta.safety.padEnd(6)}  ${meta.summary}\n`,
    )
    .join('');
}

/** @param {Rule} rule */
function explainRule({ meta }) {
  const options = Object.entries(meta.options).map(
    ([name, option]) =>
      `  ${name} (${option.type}, default ${JSON.stringify(option.default)}): ${option.description}\n`,
  );
  return `${meta.id}: ${meta.summary}

${meta.why}

Default: ${meta.default}. Safety: ${meta.safety}. Since ${meta.since}.
${options.length > 0 ? `\nOptions:\n${options.join('')}` : ''}`;
}
