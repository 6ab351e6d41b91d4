/** @import { Command } from '../types.ts' */

import { InputError } from '../../../base/errors.js';
import { command as build, buildWhole } from './build.js';

const { shard: _, ...flags } = build.flags;

/** @type {Command} */
export const command = {
  summary: 'Builds a site from the results that “build --shard” left in the cache.',
  usage: '[folder] --out <folder> --shards <n>',
  flags: {
    ...flags,
    shards: { type: 'string', value: 'N', help: 'number of shards; the work of missing ones is done here' },
  },
  async run(call) {
    if (call.values.shards === undefined) throw new InputError('usage', 'Name the number of shards: --shards N.');
    return buildWhole(call);
  },
};
