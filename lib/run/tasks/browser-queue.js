/** @import { TextReading } from '../../plan/make/explain-texts.js' */
/** @import { OpenBrowser } from '../../visit/browser/open.js' */
/** @import { SharedRunner } from './types.ts' */

import { createReadingAway, versionWith, visitAway } from './away.js';
import { BrowserTasks } from './browser-tasks.js';
import { openQueue } from './queue.js';

/** Time after which a task is run here: reading the text images of a site takes minutes. */
const ANSWER_MS = 1_800_000;

/** Gives visits and text images to those workers of a queue that have the browser of this run. */
export class BrowserQueue {
  #url;
  #options;
  /** @type {Promise<SharedRunner | null> | null} */
  #opening = null;

  /**
   * @param {string} url of a Redis server
   * @param {{ version: string, share: () => Promise<OpenBrowser | null>, warn: (message: string) => void }} options
   */
  constructor(url, options) {
    this.#url = url;
    this.#options = options;
    this.visit = visitAway(() => this.#open());
  }

  /** Returns a reader of text images on workers, null if there are none. @returns {Promise<TextReading | null>} */
  async openReading() {
    const runner = await this.#open();
    return runner?.isShared() ? createReadingAway(runner) : null;
  }

  async close() {
    await (await this.#opening)?.close();
  }

  #open() {
    this.#opening ??= this.#connect();
    return this.#opening;
  }

  async #connect() {
    const { version, share, warn } = this.#options;
    const browser = await share();
    if (!browser) return null;
    const local = new BrowserTasks(browser);
    return openQueue(this.#url, { version: versionWith(version, browser), local, warn, answerMs: ANSWER_MS });
  }
}
