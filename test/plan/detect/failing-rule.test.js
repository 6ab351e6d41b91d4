import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runRules } from '../../../lib/plan/detect/run-rules.js';
import { linkSite } from '../../../lib/site/graph/build-graph.js';
import { makeFile } from '../../../lib/site/read-site.js';

/** @import { Rule } from '../../../lib/plan/types.ts' */
/** @import { Document, Warning } from '../../../lib/site/types.ts' */

const files = ['strange.html', 'plain.html'].map((path) =>
  makeFile(path, Buffer.from('<!doctype html><title>t</title>')),
);
const site = {
  files: new Map(files.map((file) => [file.path, file])),
  warnings: [],
  place: undefined,
  root: '',
  name: '',
};

/** A rule that throws on one page and proposes a candidate on every other. */
const rule = /** @type {Rule<Document>} */ (
  /** @type {unknown} */ ({
    meta: { id: 'faulty', reads: [], options: {} },
    detect: (/** @type {Document} */ { path }) => {
      if (path === 'strange.html') throw new TypeError('nodes is not iterable\nsource: a whole file');
      return [{ rule: 'faulty', page: path, range: null, resource: null, messageId: 'x', data: {} }];
    },
  })
);

/** @param {Warning[]} [failures] */
const detect = (failures) =>
  runRules({
    site,
    linked: linkSite(site),
    images: new Map(),
    rules: [rule],
    settings: new Map([['faulty', { level: 'on', options: {} }]]),
    failures,
  });

test('a rule that throws on one page is named, and every other page gets its changes', () => {
  /** @type {Warning[]} */
  const failures = [];
  assert.deepEqual([...detect(failures).keys()], ['plain.html']);
  assert.deepEqual(failures, [
    {
      code: 'rule-failed',
      page: 'strange.html',
      message:
        'Rule “faulty” failed on “strange.html” (TypeError: nodes is not iterable), so it changes nothing there. ' +
        'This is a bug in pagethrift: please report it with the page.',
    },
  ]);
});

test('tests of a rule see its error', () => {
  assert.throws(() => detect(), TypeError);
});
