/**
 * @import { FactReading, FactSources } from './fact-digests.js'
 * @import { Detection, Findings } from './run-rules.js'
 * @import { SiteFile } from '../../site/types.ts'
 */

import { digestOf } from '../../base/digest.js';
import { NO_MEMO } from '../../base/memo.js';
import { openFactDigests } from './fact-digests.js';

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
  /** @type {Map<string, FactReading>} */
  let readings = new Map();
  return {
    /** @param {FactReading} reading */
    note: (reading) =>
      void readings.set(`${reading.fact} ${reading.part} ${'key' in reading ? reading.key : ''}`, reading),
    /** @param {SiteFile} file @returns {Findings | null} */
    recall: (file) => {
      const kept = /** @type {{ traces: [FactReading, string][], found: Findings } | undefined} */ (
        memo.recall('detect', keyOf(file))
      );
      const isSame = kept?.traces.every(([reading, was]) => digest(file.path, reading) === was) ?? false;
      memo.count('detect', isSame);
      return kept && isSame ? kept.found : null;
    },
    /**
     * Stores the findings of a document, unless they are null.
     * @param {SiteFile} file @param {Findings | null} found
     */
    finish: (file, found) => {
      if (found && memo !== NO_MEMO) {
        const traces = [...readings.values()].map((reading) => [reading, digest(file.path, reading)]);
        memo.keep('detect', keyOf(file), { traces, found });
      }
      readings = new Map();
    },
  };
}
