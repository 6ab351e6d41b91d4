/*
 * Kills the process group of a run a given time after it enters a stage, unless it has left the stage by then. For
 * `--import`, with KILL_STAGE and KILL_AFTER_MS. A thread of its own kills, because the stage may keep the others busy.
 */
import { Worker } from 'node:worker_threads';
import { stages } from '../../../lib/base/spans.js';

const { KILL_STAGE, KILL_AFTER_MS = '0' } = process.env;
const killer = `import { parentPort, workerData } from 'node:worker_threads';
parentPort.on('message', () => process.exit());
setTimeout(() => process.kill(-process.pid, 'SIGKILL'), workerData);`;

/** @type {Worker | null} */
let waiting = null;
stages.subscribe((entered) => {
  const { stage } = /** @type {import('../../../lib/base/spans.js').StageStart} */ (entered);
  waiting?.postMessage('the stage has ended');
  waiting = stage === KILL_STAGE ? start() : null;
});

function start() {
  const url = new URL(`data:text/javascript,${encodeURIComponent(killer)}`);
  const worker = new Worker(url, { workerData: Number(KILL_AFTER_MS), env: {}, execArgv: [] });
  worker.unref();
  return worker;
}
