/** @import { TextReading } from '../../plan/make/explain-texts.js' */
/** @import { Listing, Memory } from '../../visit/measure/record-page.js' */
/** @import { OpenBrowser } from '../../visit/browser/open.js' */
/** @import { TaskFile } from './blobs.js' */
/** @import { VisitAnswer } from './browser-tasks.js' */
/** @import { SharedRunner } from './types.ts' */

import { createSlots } from '../../base/at-once.js';
import { OverLimitError } from '../../base/errors.js';
import { readOnce } from '../../base/read-once.js';
import { listNeeded } from '../../plan/make/explain-texts.js';
import { OutOfBudgetError } from '../../visit/browser/budget.js';
import { recordFetches } from '../../visit/browser/record-fetches.js';

/** Max visits of a page, each with the files that the one before asked for. Then it is visited here. */
const MAX_ROUNDS = 4;
/** Milliseconds of a second. */
const SECOND_MS = 1000;

const namesOnce = readOnce((/** @type {readonly string[]} */ names) => Buffer.from(JSON.stringify(names)));

/**
 * Returns the version of workers that have the same browser.
 * @param {string} version @param {OpenBrowser} browser
 */
export function versionWith(version, { name, version: ofBrowser }) {
  return `${version}-${name}-${ofBrowser}`.replace(/[^\w.-]/g, '-');
}

/**
 * Returns a function that visits pages on the workers of a queue, and in this process if there are none.
 * @param {() => Promise<SharedRunner | null>} openRunner
 * @returns {NonNullable<Memory['visit']>}
 */
export function visitAway(openRunner) {
  /** @type {ReturnType<typeof createSlots> | null} */
  let slots = null;
  return async (browser, page) => {
    const runner = await openRunner();
    const listing = runner?.isShared() ? page.listing?.() : null;
    if (!runner || !listing) return recordFetches(browser, page);
    slots ??= createSlots(runner);
    return (await slots(() => visitWith(runner, page, listing))) ?? recordFetches(browser, page);
  };
}

/**
 * @param {SharedRunner} runner @param {Parameters<NonNullable<Memory['visit']>>[1]} page @param {Listing} listing
 * @returns {Promise<Awaited<ReturnType<typeof recordFetches>> | null>} null if the page asks for more and more files
 */
async function visitWith(runner, { files, budget, listing: _, ...page }, { names, more, likely }) {
  /** @type {Map<string, TaskFile>} */
  const sent = new Map();
  /** @type {string[]} */
  const absent = [];
  /** @type {Iterable<string>} */
  let wanted = likely;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    for (const name of wanted) {
      const file = files(name);
      if (file) sent.set(name, file);
      else absent.push(name);
    }
    const limits = budget ? { pageSeconds: Math.ceil(budget.leftMs() / SECOND_MS) } : {};
    const task = { bytes: namesOnce(names), more, absent, files: sent, limits, page };
    /** @type {VisitAnswer} */
    const answer = await runner.run('visit', task).catch(throwAsHere);
    if ('visit' in answer) return answer.visit;
    wanted = answer.missing;
  }
  return null;
}

/** Throws the error that a visit in this process throws. @param {unknown} error @returns {never} */
function throwAsHere(error) {
  throw error instanceof OverLimitError ? new OutOfBudgetError(error.message) : error;
}

/**
 * Returns a reader of text images that works on the workers of a queue.
 * @param {SharedRunner} runner
 * @returns {TextReading}
 */
export function createReadingAway(runner) {
  const filesOf = (/** @type {readonly string[]} */ names, /** @type {(path: string) => Uint8Array | null} */ read) => {
    const found = names.flatMap((name) => {
      const bytes = read(name);
      return bytes ? [/** @type {const} */ ([name, { bytes }])] : [];
    });
    return new Map(found);
  };
  return {
    site: (site, read) => runner.run('texts', { site, files: filesOf(listNeeded(site.siblings, site.said), read) }),
    strip: (bytes, strip, read) => runner.run('texts', { bytes, strip, files: filesOf(listNeeded([], [strip]), read) }),
  };
}
