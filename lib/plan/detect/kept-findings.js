/**
 * @import { FactReading, FactSources } from './fact-digests.js'
 * @import { Detection, Findings } from './run-rules.js'
 * @import { SiteFile } from '../../site/types.ts'
 */

import { digestOf } from '../../base/digest.js';
import { exact } from '../../base/exact.js';
import { NO_MEMO } from '../../base/memo.js';
import { readOnce } from '../../base/read-once.js';
import { openFactDigests } from './fact-digests.js';

/**
 * A fact that was read, and its digest.
 * @typedef {readonly [reading: FactReading, digest: string]} Trace
 *
 * The findings in a document, with the facts that were read: its `own`, and those `around` it, which pages of a
 * template have in common.
 * @typedef {{ own: readonly Trace[], around: readonly Trace[], found: Findings }} KeptFindings
 */

/**
 * Opens findings of earlier runs. They are stored with the facts that rules read, and recalled while these are
 * unchanged.
 * @param {Detection} detection
 * @param {FactSources} sources
 * @param {'detect' | 'normalise'} ask
 */
export function openKeptFindings({ site, rules, settings, memo = NO_MEMO }, sources, ask) {
  const asked = rules.map(({ meta }) => [meta.id, settings.get(meta.id)]);
  const around = digestOf([ask, asked, site.place]);
  const keyOf = (/** @type {SiteFile} */ { path, hash, type }) => `${around} ${hash} ${type} ${path}`;
  const digest = openFactDigests(sources);
  // Recalled records share what is equal, so that a fact around many documents is compared once.
  const isSame = readOnce((/** @type {Trace} */ [reading, was]) => digest('', reading) === was);
  const isAroundSame = readOnce((/** @type {readonly Trace[]} */ traces) => traces.every(isSame));
  /** @type {Map<string, FactReading>} */
  let readings = new Map();
  return {
    /** @param {FactReading} reading */
    note: (reading) =>
      void readings.set(`${reading.fact} ${reading.part} ${'key' in reading ? reading.key : ''}`, reading),
    /** @param {SiteFile} file @returns {Findings | null} */
    recall: (file) => {
      const kept = /** @type {KeptFindings | undefined} */ (memo.recall('detect', keyOf(file)));
      const isKept =
        kept !== undefined &&
        isAroundSame(kept.around) &&
        kept.own.every(([reading, was]) => digest(file.path, reading) === was);
      memo.count('detect', isKept);
      return isKept ? kept.found : null;
    },
    /**
     * Stores the findings of a document, unless they are null.
     * @param {SiteFile} file @param {Findings | null} found
     */
    finish: (file, found) => {
      if (found && memo !== NO_MEMO) {
        const traces = [...readings.values()].map((reading) => exact([reading, digest(file.path, reading)]));
        const [own, around] = [true, false].map((isAsked) =>
          traces.filter(([reading]) => isOwn(file.path, reading) === isAsked),
        );
        memo.keep('detect', keyOf(file), { own, around, found });
      }
      readings = new Map();
    },
  };
}

/**
 * Returns true if a fact concerns the document itself.
 * @param {string} document @param {FactReading} reading
 */
function isOwn(document, reading) {
  return reading.part === 'fact' ? reading.fact !== 'texts' : reading.part === 'value' && reading.key === document;
}
