/** @import { Proposal } from '../lib/plan/types.ts' */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { rules } from '../rules/index.js';
import { listCases } from './harness/run-rule.js';

/** Min number of cases in which a rule fires, and of cases in which it stays silent. */
const MIN_CASES = 6;

for (const { meta } of rules) {
  test(`${meta.id} has cases that fire and cases that stay silent`, () => {
    const fires = listCases(meta.id).map(({ folder }) => {
      const { proposals } = JSON.parse(readFileSync(new URL('expect.json', folder), 'utf8'));
      return proposals.some((/** @type {Proposal} */ { rejected }) => !rejected);
    });
    const firing = fires.filter(Boolean).length;
    const silent = fires.length - firing;
    assert.ok(firing >= MIN_CASES, `${firing} cases fire: write ${MIN_CASES - firing} more`);
    assert.ok(silent >= MIN_CASES, `${silent} cases stay silent: write ${MIN_CASES - silent} more`);
  });
}
