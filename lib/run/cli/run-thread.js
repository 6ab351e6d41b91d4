/** The thread that runs a command. supervise.js explains the reason. */
/** @import { Output } from './types.ts' */
/** @import { RunData, RunMessage } from './supervise.js' */

import { subscribe } from 'node:diagnostics_channel';
import { parentPort, workerData } from 'node:worker_threads';
import { HELD } from '../../base/held.js';
import { present } from '../../base/present.js';
import { keepAlive } from '../../base/working-on.js';
import { main } from './main.js';

/** Interval at which the thread reports that it is alive. */
const BEAT_MS = 200;

/** @type {RunData} */
const { argv, cwd, terminals } = workerData;
const port = present(parentPort);
const say = (/** @type {RunMessage} */ message) => port.postMessage(message);

subscribe(HELD, (message) => say({ held: /** @type {import('../../base/held.js').Held} */ (message) }));
setInterval(keepAlive, BEAT_MS).unref();
// Ends the thread like a process, so that its resources are released.
port.on('message', ({ exitCode }) => process.exit(exitCode)).unref();

/** @param {'stdout' | 'stderr'} name @returns {Output} */
const outputTo = (name) => ({ ...terminals[name], write: (text) => say({ name, text }) });

process.exitCode = await main({
  argv,
  stdout: outputTo('stdout'),
  stderr: outputTo('stderr'),
  env: process.env,
  cwd,
  limitRun: (runMinutes) => say({ runMinutes }),
});
