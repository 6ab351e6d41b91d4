import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeLoads } from '../../../lib/run/optimize/judge-loads.js';
import { makeChange } from '../../harness/make-change.js';

const load = (/** @type {Record<string, number>} */ files) => new Map(Object.entries(files));
const replaced = makeChange({
  proposal: { rule: 'modern-image', page: 'a.html', resource: 'a.jpg' },
  files: [{ path: 'a.webp', bytes: new Uint8Array(10) }],
});

test('a change that loads what it promised is kept, and what it saves is told', () => {
  const { faults, isHeavier, observed } = judgeLoads({
    before: load({ 'a.html': 900, 'a.jpg': 90_000 }),
    after: load({ 'a.html': 950, 'a.webp': 40_000 }),
    promised: load({ 'a.html': 950, 'a.webp': 40_000 }),
    changes: [replaced],
  });
  assert.deepEqual([faults, isHeavier], [[], false]);
  assert.deepEqual(observed.get(replaced), { requests: 0, bytes: 50_000 });
});

test('a change whose page loads the old file beside the new one is at fault', () => {
  const { faults, isHeavier } = judgeLoads({
    before: load({ 'a.html': 900, 'a.jpg': 90_000 }),
    after: load({ 'a.html': 950, 'a.jpg': 90_000, 'a.webp': 40_000 }),
    promised: load({ 'a.html': 950, 'a.webp': 40_000 }),
    changes: [replaced],
  });
  assert.deepEqual([faults, isHeavier], [[replaced], true]);
});

test('a new file that loads in addition to the old one is named, even if the plan expected both', () => {
  const both = load({ 'a.html': 950, 'a.jpg': 90_000, 'a.webp': 40_000 });
  const before = load({ 'a.html': 900, 'a.jpg': 90_000 });
  const { faults, doubled } = judgeLoads({ before, after: both, promised: both, changes: [replaced] });
  assert.deepEqual([faults, doubled], [[], [replaced]]);
  const one = load({ 'a.html': 950, 'a.webp': 40_000 });
  assert.deepEqual(judgeLoads({ before, after: one, promised: one, changes: [replaced] }).doubled, []);
});

test('a file made smaller under its name is not blamed for the copy that another change added', () => {
  const smaller = makeChange({
    proposal: { rule: 'heavy-png', page: 'a.html', resource: 'a.jpg' },
    files: [{ path: 'a.jpg', bytes: new Uint8Array(10) }],
  });
  const { faults } = judgeLoads({
    before: load({ 'a.html': 900, 'a.jpg': 90_000 }),
    after: load({ 'a.html': 950, 'a.jpg': 80_000, 'a.webp': 40_000 }),
    promised: load({ 'a.html': 950, 'a.webp': 40_000 }),
    changes: [smaller, replaced],
  });
  assert.deepEqual(faults, [replaced]);
});

test('a change that saves nothing of what it promised is at fault, though the page is no heavier', () => {
  const { faults, isHeavier } = judgeLoads({
    before: load({ 'a.html': 900, 'a.jpg': 90_000 }),
    after: load({ 'a.html': 900, 'a.jpg': 90_000 }),
    promised: load({ 'a.html': 950, 'a.webp': 40_000 }),
    changes: [replaced],
  });
  assert.deepEqual([faults, isHeavier], [[replaced], false]);
});

test('a page that loads more than promised by no change of its own is heavier', () => {
  const { faults, isHeavier } = judgeLoads({
    before: load({ 'a.html': 900 }),
    after: load({ 'a.html': 950, 'b.js': 5000 }),
    promised: load({ 'a.html': 950 }),
    changes: [replaced],
  });
  assert.deepEqual([faults, isHeavier], [[], true]);
});
