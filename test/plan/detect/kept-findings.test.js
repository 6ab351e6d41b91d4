import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runRules } from '../../../lib/plan/detect/run-rules.js';
import { linkSite } from '../../../lib/site/graph/build-graph.js';
import { makeFile } from '../../../lib/site/read-site.js';
import { rules as all } from '../../../rules/index.js';
import { createMemo } from '../../harness/create-memo.js';

/** @import { Site } from '../../../lib/site/types.ts' */

const rules = all.filter(({ meta, jobs }) => meta.default === 'on' || !jobs);
const SETTINGS = new Map(
  rules.map(({ meta: { id, default: level, options = {} } }) => [
    id,
    { level, options: Object.fromEntries(Object.entries(options).map(([name, option]) => [name, option.default])) },
  ]),
);
const HEAD = '<!doctype html><title>t</title><link rel=stylesheet href=a.css><script src=a.js></script>';
const FILES = {
  'bold.html': `${HEAD}<p><font color=red id=loud>A</font>`,
  'plain.html': `${HEAD}<p>B`,
  'own.html': `${HEAD}<p onclick="own()"><font color=red>C</font>`,
  'a.css': sheet('p { margin: 0 }'),
  'a.js': script('var one = 1;'),
};

/** Returns a script that is too large to be inlined. @param {string} code */
function script(code) {
  return `${code}\n${'text = text;\n'.repeat(300)}`;
}

/** Returns a style sheet that is too large to be inlined. @param {string} css */
function sheet(css) {
  return `${css}\n${Array.from({ length: 500 }, (_, at) => `.b${at} { order: ${at} }`).join('\n')}`;
}

/** @param {Readonly<Record<string, string>>} texts */
function detectIn(texts, memo = createMemo().memo) {
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, makeFile(path, Buffer.from(text))]));
  const site = /** @type {Site} */ ({ root: '', name: 'test', files, warnings: [] });
  return runRules({ site, linked: linkSite(site), images: new Map(), rules, settings: SETTINGS, memo });
}

/**
 * Runs all rules on a site before and after an edit. Returns how many documents were searched again. The proposals must
 * be the same as without former results.
 * @param {Readonly<Record<string, string>>[]} versions
 */
function countSearched(...versions) {
  const { memo, counts } = createMemo();
  for (const texts of versions) {
    counts.executed = 0;
    assert.deepEqual(detectIn(texts, memo), detectIn(texts));
  }
  return counts.executed;
}

test('after a shared script was changed, only pages are searched whose questions it answers differently', () => {
  assert.equal(countSearched(FILES, { ...FILES, 'a.js': script('var one = 2; var more;') }), 0);
  assert.equal(countSearched(FILES, { ...FILES, 'a.js': script('one.className = "a";') }), 2);
});

test('after a shared style sheet was changed, only pages are searched whose rules read it', () => {
  assert.equal(countSearched(FILES, { ...FILES, 'a.css': sheet('p { margin: 1px }') }), 3);
  // Pages whose classes a script changes keep their markup, whatever sheets say.
  const scripted = { ...FILES, 'a.js': script('one.className = "a";') };
  assert.equal(countSearched(scripted, { ...scripted, 'a.css': sheet('p { margin: 1px }') }), 1);
});

test('pages with a small style sheet are searched again only if that one changes, or variables name URLs', () => {
  const HEAD = '<!doctype html><title>t</title><link rel=stylesheet href=a.css><link rel=stylesheet href=b.css>';
  const files = { 'index.html': `${HEAD}<p>A`, 'a.css': sheet('p { margin: 0 }'), 'b.css': 'p { color: red }' };
  const others = { ...files, 'a.css': sheet('p { margin: 1px }') };
  assert.equal(countSearched(files, others), 1, 'only the large sheet itself');
  assert.equal(countSearched(files, { ...files, 'b.css': 'p { color: blue }' }), 2);
  assert.equal(countSearched(files, { ...files, 'a.css': sheet('p { --image: url(a.png) }') }), 2);
  assert.equal(countSearched(files, { ...files, 'a.css': `@import "b.css"; ${files['a.css']}` }), 2);
});

test('an undone edit finds the findings before it', () => {
  const edited = { ...FILES, 'a.css': sheet('p { margin: 1px }'), 'a.js': script('one.className = "a";') };
  assert.equal(countSearched(FILES, edited, FILES), 0);
});

test('long code in a page is not kept: the page is searched again after its script was changed', () => {
  const long = { ...FILES, 'own.html': `${FILES['own.html']}<p onclick="own('${'x'.repeat(3000)}')">` };
  assert.equal(countSearched(long, { ...long, 'a.js': script('var one = 2;') }), 1);
});

test('pages are searched whose references lead to another file, to none, or to images that code names', () => {
  const { 'a.js': _, ...gone } = FILES;
  assert.equal(countSearched(FILES, gone), 3);
  const ahead = { ...FILES, 'plain.html': `${HEAD}<script>var next = new Image(); next.src = "b.gif"</script>` };
  assert.equal(countSearched(ahead, { ...ahead, 'b.gif': 'GIF89a' }), 1);
});
