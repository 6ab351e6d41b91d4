import { hash } from 'node:crypto';
import { CLOCK_MS } from '../visit/browser/appearance.js';
import { stampCheckout } from './version.js';

/**
 * A step of a run whose results are cached.
 * @typedef {object} Stage
 * @property {string} name
 * @property {number} version raised if the stage creates another result from the same inputs: `test/run/stages.test.js`
 *   fails otherwise
 * @property {readonly string[]} inputs inputs of a result, which its cache key contains
 * @property {'thread' | 'browser' | 'run'} needs where it runs: in a task process, in the browser, in the build itself
 */

/**
 * All stages, in the order of a run.
 * @satisfies {readonly Stage[]}
 */
export const STAGES = Object.freeze(
  /** @type {const} */ ([
    { name: 'read', version: 11, inputs: ['document', 'paths that it asks for', 'address of the site'], needs: 'run' },
    { name: 'visit', version: 33, inputs: ['page', 'requested files', 'browser', 'clock'], needs: 'browser' },
    { name: 'look', version: 4, inputs: ['image', 'usages'], needs: 'thread' },
    { name: 'font', version: 1, inputs: ['font'], needs: 'thread' },
    { name: 'boxes', version: 13, inputs: ['page', 'sheets', 'scripts', 'image sizes', 'browser'], needs: 'browser' },
    { name: 'detect', version: 44, inputs: ['document', 'rules and options', 'facts that were read'], needs: 'run' },
    { name: 'make', version: 20, inputs: ['maker', 'file', 'options', 'siblings'], needs: 'thread' },
    { name: 'text-image', version: 50, inputs: ['image', 'options', 'browser'], needs: 'browser' },
    { name: 'price', version: 8, inputs: ['sizes and order of a page', 'link', 'protocol', 'visit'], needs: 'run' },
    { name: 'plan', version: 7, inputs: ['page', 'effects of its changes', 'links', 'pages of a visit'], needs: 'run' },
    { name: 'weigh', version: 2, inputs: ['file', 'type'], needs: 'thread' },
    { name: 'verdict', version: 18, inputs: ['page before and after', 'files served', 'browser'], needs: 'browser' },
    { name: 'pack', version: 8, inputs: ['file', 'selectors', 'minifier', 'variants', 'effort'], needs: 'thread' },
    { name: 'delta', version: 1, inputs: ['file', 'dictionary', 'effort'], needs: 'thread' },
    { name: 'report', version: 8, inputs: ['all files', 'settings', 'all stages'], needs: 'run' },
  ]),
);

/** @typedef {(typeof STAGES)[number]['name']} StageName */

/** Stages whose pages see a fixed date. @type {ReadonlySet<StageName>} */
const DATED = new Set(['visit', 'boxes', 'verdict', 'text-image']);

/**
 * Returns the name of a stage with its version, which begins its cache keys.
 * @param {StageName} name
 */
export function stampStage(name) {
  const stage = STAGES.find((one) => one.name === name);
  if (!stage) throw new Error(`There is no stage “${name}”.`);
  const clock = DATED.has(name) ? `-${CLOCK_MS}` : '';
  return `${name}@${stage.version}${clock}${stampCheckout()}`;
}

/** Returns a digest of all stages with their versions: the result of a whole run depends on each. */
export function stampRun() {
  return hash('sha256', STAGES.map(({ name }) => stampStage(name)).join()).slice(0, 16);
}
