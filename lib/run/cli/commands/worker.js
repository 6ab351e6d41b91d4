/** @import { Command } from '../types.ts' */

import { availableParallelism } from 'node:os';
import { InputError } from '../../../base/errors.js';
import { stampRun } from '../../stages.js';
import { TaskProcesses } from '../../tasks/processes.js';
import { openWorker } from '../../tasks/worker.js';

/** @type {Command} */
export const command = {
  takes: ['queue', 'jobs'],
  summary: 'Runs tasks of builds on other machines that use the same queue.',
  usage: '--queue redis://host:port',
  flags: {},
  async run({ world: { stdout, stderr }, values }) {
    if (typeof values.queue !== 'string')
      throw new InputError('usage', 'name the queue: pagethrift worker --queue redis://host:port');
    const jobs = Number(values.jobs ?? 0) || availableParallelism();
    const worker = await openWorker(values.queue, {
      version: stampRun(),
      runner: new TaskProcesses(jobs),
      onError: (message) => stderr.write(`pagethrift: ${message}\n`),
    });
    stdout.write(`waiting for work at ${values.queue}, ${jobs} tasks at a time (Ctrl-C stops)\n`);
    await new Promise((done) => process.once('SIGINT', done).once('SIGTERM', done));
    await worker.close();
    return 0;
  },
};
