/** @import { Command } from '../types.ts' */

import { availableParallelism } from 'node:os';
import { InputError } from '../../../base/errors.js';
import { openBrowser } from '../../../visit/browser/open.js';
import { stampRun } from '../../stages.js';
import { versionWith } from '../../tasks/away.js';
import { BrowserTasks } from '../../tasks/browser-tasks.js';
import { nameServer } from '../../tasks/connect.js';
import { TaskProcesses } from '../../tasks/processes.js';
import { openWorker } from '../../tasks/worker.js';

/** @type {Command} */
export const command = {
  takes: ['queue', 'jobs', 'browser'],
  summary: 'Runs tasks of builds on other machines that use the same queue.',
  usage: '--queue redis://host:port',
  flags: {},
  async run({ world: { stdout, stderr }, values }) {
    if (typeof values.queue !== 'string')
      throw new InputError('usage', 'name the queue: pagethrift worker --queue redis://host:port');
    const jobs = Number(values.jobs ?? 0) || availableParallelism();
    const onError = (/** @type {string} */ message) => stderr.write(`pagethrift: ${message}\n`);
    const version = stampRun();
    const browser = await openBrowser({ browser: String(values.browser ?? 'auto'), jobs });
    const workers = [await openWorker(values.queue, { version, runner: new TaskProcesses(jobs), onError })];
    if (browser) {
      const runner = new BrowserTasks(browser);
      workers.push(await openWorker(values.queue, { version: versionWith(version, browser), runner, onError }));
    }
    const visits = browser ? `${browser.name} ${browser.version}` : 'no browser';
    stdout.write(
      `waiting for work at ${nameServer(values.queue)}, ${jobs} tasks at a time, ${visits} (Ctrl-C stops)\n`,
    );
    await new Promise((done) => process.once('SIGINT', done).once('SIGTERM', done));
    await Promise.all(workers.map((worker) => worker.close()));
    await browser?.close();
    return 0;
  },
};
