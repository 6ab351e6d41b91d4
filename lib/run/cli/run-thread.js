/** The thread that a command runs in: see supervise.js for why. */
/** @import { Output } from './types.ts' */
/** @import { RunData, RunMessage } from './supervise.js' */

import { subscribe } from 'node:diagnostics_channel';
import { parentPort, workerData } from 'node:worker_threads';
import { HELD } from '../../base/held.js';
import { present } from '../../base/present.js';
import { keepAlive } from '../../base/working-on.js';
import { main } from './main.js';

/** How often the thread shows that it is not stuck. */
const BEAT_MS = 200;

/** @type {RunData} */
const { argv, cwd, terminals } = workerData;
const port = present(parentPort);
const say = (/** @type {RunMessage} */ message) => port.postMessage(message);

subscribe(HELD, (message) => say({ held: /** @type {import('../../base/held.js').Held} */ (message) }));
setInterval(keepAlive, BEAT_MS).unref();
// Ends the thread as a process would end, so that what it holds is given back.
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
