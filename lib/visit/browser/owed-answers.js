import { bundlePageScript } from './page-script.js';

/**
 * Watches the workers and databases of a page. They run in real time, and the page in virtual time: without a wait, it
 * depends on chance if the answer of a worker, such as the index of a search, is part of what is read, and if a page
 * with such an index in a database has requested what it indexes.
 */

/** Name of the event by which the isolated world asks the page's world whether an answer is owed. */
const ASKED = 'pagethrift:answer-owed';
/** Name of the event after which no answer is expected any more. */
const FORGOTTEN = 'pagethrift:answer-forgotten';

/** Counts messages to workers without an answer. @param {Set<object>} owing */
function installWorkers(owing) {
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
}

/** Counts databases that are opened and transactions that run. @param {Set<object>} owing */
function installDatabases(owing) {
  const OPENED = ['success', 'error', 'blocked'];
  // Errors of requests bubble to their transaction, which may go on.
  const ENDED = ['complete', 'abort'];
  const watch = (/** @type {EventTarget} */ asked, /** @type {string[]} */ ends) => {
    owing.add(asked);
    for (const end of ends) asked.addEventListener(end, () => owing.delete(asked));
    return asked;
  };
  for (const [owner, name, ends] of /** @type {const} */ ([
    [IDBFactory.prototype, 'open', OPENED],
    [IDBFactory.prototype, 'deleteDatabase', OPENED],
    [IDBDatabase.prototype, 'transaction', ENDED],
  ])) {
    const real = Reflect.get(owner, name);
    const ask = new Proxy(real, { apply: (target, self, given) => watch(Reflect.apply(target, self, given), ends) });
    Object.defineProperty(owner, name, { value: ask, configurable: true, writable: true });
  }
}

/** Runs in the page's world before its own scripts. */
function watchAnswersInPage() {
  /** @type {Set<object>} */
  const owing = new Set();
  installWorkers(owing);
  installDatabases(owing);
  document.addEventListener(ASKED, (event) => owing.size > 0 && event.preventDefault());
  document.addEventListener(FORGOTTEN, () => owing.clear());
}

/** Returns true if an answer has not arrived yet. Runs in an isolated world. */
function isAnswerOwedInPage() {
  return !document.dispatchEvent(new Event(ASKED, { cancelable: true }));
}

/** Stops waiting for answers. Runs in an isolated world. */
function forgetAnswersInPage() {
  document.dispatchEvent(new Event(FORGOTTEN));
}

const constants = { ASKED, FORGOTTEN };

export const watchAnswers = bundlePageScript(watchAnswersInPage, {
  functions: [installWorkers, installDatabases],
  constants,
});
export const isAnswerOwed = bundlePageScript(isAnswerOwedInPage, { constants });
export const forgetAnswers = bundlePageScript(forgetAnswersInPage, { constants });
