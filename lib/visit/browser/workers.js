import { bundlePageScript } from './page-script.js';

/**
 * Watches the workers of a page. They run in real time, and the page in virtual time: without a wait, it is a matter of
 * chance whether the answer of a worker, such as the index of a search, is part of what is read.
 */

/** Name of the event by which the isolated world asks the page's world whether a worker owes an answer. */
const ASKED = 'pagethrift:worker-owes';
/** Name of the event after which no answer is expected any more. */
const FORGOTTEN = 'pagethrift:worker-forgotten';

/** Counts messages to workers without an answer. Runs in the page's world before its own scripts. */
function installWorkersInPage() {
  /** @type {Set<Worker>} */
  const owing = new Set();
  globalThis.Worker = new Proxy(Worker, {
    construct: (target, given, self) => {
      /** @type {Worker} */
      const worker = Reflect.construct(target, given, self);
      const settle = () => owing.delete(worker);
      const [post, end] = [worker.postMessage, worker.terminate];
      for (const answer of ['message', 'messageerror', 'error']) worker.addEventListener(answer, settle);
      return Object.assign(worker, {
        postMessage: (/** @type {unknown[]} */ ...message) => {
          owing.add(worker);
          Reflect.apply(post, worker, message);
        },
        terminate: () => {
          settle();
          end.call(worker);
        },
      });
    },
  });
  document.addEventListener(ASKED, (event) => owing.size > 0 && event.preventDefault());
  document.addEventListener(FORGOTTEN, () => owing.clear());
}

/** Returns true if a worker has not answered yet. Runs in an isolated world. */
function isWorkerOwingInPage() {
  return !document.dispatchEvent(new Event(ASKED, { cancelable: true }));
}

/** Stops waiting for answers. Runs in an isolated world. */
function forgetWorkersInPage() {
  document.dispatchEvent(new Event(FORGOTTEN));
}

const constants = { ASKED, FORGOTTEN };

export const watchWorkers = bundlePageScript(installWorkersInPage, { constants });
export const isWorkerOwing = bundlePageScript(isWorkerOwingInPage, { constants });
export const forgetWorkers = bundlePageScript(forgetWorkersInPage, { constants });
