import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runRules } from '../../../lib/plan/detect/run-rules.js';
import { linkSite } from '../../../lib/site/graph/build-graph.js';
import { makeFile } from '../../../lib/site/read-site.js';
import unusedStyle from '../../../rules/unused-style.js';

/** @import { Rule } from '../../../lib/plan/types.ts' */
/** @import { Document } from '../../../lib/site/types.ts' */
/** @import { PageRecord } from '../../../lib/visit/types.ts' */

const UNUSED = Array.from({ length: 12 }, (_, at) => `.never-${at} { margin: ${at}px; color: red }`).join('\n');
const SETTINGS = new Map([['unused-style', { level: /** @type {const} */ ('on'), options: { keep: '' } }]]);

/**
 * Returns the proposals of `unused-style` for a sheet that two pages use.
 * @param {{ foreignCode?: readonly string[], script?: string }} options `foreignCode`: of a visit to the second page;
 *   `script`: of the first page, which was not visited
 */
function detect({ foreignCode = [], script = '' }) {
  const page = `<!doctype html><title>t</title><link rel=stylesheet href=a.css>${script}<p class=used>a`;
  const texts = { 'one.html': page, 'two.html': page, 'a.css': `.used { color: blue }\n${UNUSED}` };
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, makeFile(path, Buffer.from(text))]));
  const site = { files, warnings: [], place: undefined, root: '', name: '' };
  /** @type {PageRecord} */
  const record = {
    ...{ document: 'two.html', links: [], content: '', isBlank: false, images: [], behaviour: [], followsLinks: false },
    ...{ fetched: [{ path: 'a.css', by: 'two.html' }], missing: [], external: foreignCode, foreignCode, letters: [] },
    ...{
      names: { classes: ['used'], ids: [], tags: ['p'] },
      swaps: [],
      backdrops: [],
      backgrounds: [],
      idle: [],
      lateFrames: [],
      pictures: null,
      layout: null,
      processorMs: 0,
    },
  };
  const linked = linkSite(site, { seen: { records: new Map([['two.html', record]]), files, scripted: null } });
  const rules = [/** @type {Rule<Document>} */ (unusedStyle)];
  return runRules({ site, linked, images: new Map(), rules, settings: SETTINGS }).get('a.css') ?? [];
}

test('style rules that no page uses are proposed for removal', () => {
  assert.deepEqual(
    detect({}).map(({ rejected = null }) => rejected),
    [null],
  );
});

test('a sheet stays if a script of one of its pages fetches data of another host', () => {
  assert.deepEqual(
    detect({ foreignCode: ['https://api.example/items'] }).map(({ rejected }) => rejected),
    ['in-use-by-script'],
  );
});

test('a sheet stays if a page with scripts was not visited', () => {
  assert.deepEqual(
    detect({ script: '<script>go()</script>' }).map(({ rejected }) => rejected),
    ['in-use-by-script'],
  );
});
