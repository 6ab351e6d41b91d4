/** @import { OpenBrowser } from '../../visit/browser/open.js' */
/** @import { recordFetches } from '../../visit/browser/record-fetches.js' */
/** @import { SiteTexts, StripOptions } from '../../plan/make/explain-texts.js' */
/** @import { TaskRunner } from './types.ts' */

import { OverLimitError } from '../../base/errors.js';
import { createTextReading } from '../../plan/make/explain-texts.js';
import { OutOfBudgetError, openBudgets } from '../../visit/browser/budget.js';

/**
 * A visit with its files. A browser may ask for files that were not sent: the answer names them.
 * @typedef {object} VisitTask
 * @property {Uint8Array} bytes the paths of the site, as a JSON array
 * @property {readonly string[]} more further paths
 * @property {readonly string[]} absent paths without a file
 * @property {ReadonlyMap<string, Uint8Array>} files
 * @property {Parameters<typeof openBudgets>[0]} limits
 * @property {Omit<Parameters<typeof recordFetches>[1], 'files' | 'budget'>} page
 *
 * @typedef {{ visit: Awaited<ReturnType<typeof recordFetches>> } | { missing: string[] }} VisitAnswer
 *
 * @typedef {{ files: ReadonlyMap<string, Uint8Array>, bytes: Uint8Array } & ({ site: SiteTexts } | { strip:
 *   StripOptions })} TextTask
 */

/**
 * Runs the tasks that need a browser: visits, and reading text images.
 * @implements {TaskRunner}
 */
export class BrowserTasks {
  #browser;
  #reading;

  /** @param {OpenBrowser} browser which the caller closes */
  constructor(browser) {
    this.#browser = browser;
    this.#reading = createTextReading(async () => browser);
    this.atOnce = browser.jobs;
  }

  /**
   * @template T
   * @param {string} kind
   * @param {object} task
   * @returns {Promise<T>}
   */
  async run(kind, task) {
    const done =
      kind === 'visit'
        ? await this.#visit(/** @type {VisitTask} */ (task))
        : await this.#readTexts(/** @type {TextTask} */ (task));
    return /** @type {T} */ (done);
  }

  async close() {
    await this.#reading.close();
  }

  /** @param {VisitTask} task @returns {Promise<VisitAnswer>} */
  async #visit({ bytes, more, absent, files, limits, page }) {
    const { recordFetches } = await import('../../visit/browser/record-fetches.js');
    const names = new Set([...JSON.parse(Buffer.from(bytes).toString()), ...more]);
    for (const name of absent) names.delete(name);
    /** @type {Set<string>} */
    const missing = new Set();
    const fileAt = (/** @type {string} */ name) => {
      const own = files.get(name);
      if (own) return { bytes: own };
      if (!names.has(name)) return null;
      missing.add(name);
      return { bytes: new Uint8Array() };
    };
    const budget = openBudgets(limits).of(page.path);
    try {
      const visit = await recordFetches(this.#browser, { ...page, files: fileAt, budget });
      return missing.size > 0 ? { missing: [...missing] } : { visit };
    } catch (error) {
      if (missing.size > 0) return { missing: [...missing] };
      // Other machines would not be faster.
      if (error instanceof OutOfBudgetError) throw new OverLimitError(error.message);
      throw error;
    }
  }

  /** @param {TextTask} task */
  async #readTexts({ files, bytes, ...order }) {
    const read = (/** @type {string} */ path) => files.get(path) ?? null;
    return 'site' in order ? this.#reading.site(order.site, read) : this.#reading.strip(bytes, order.strip, read);
  }
}
