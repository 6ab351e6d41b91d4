import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inlineFiles } from '../../lib/plan/inline-files.js';
import { fileMark } from '../../lib/site/text/marks.js';
import { makeChange } from '../harness/make-change.js';

/**
 * Returns a change that adds a background.
 * @param {string} folder
 * @param {string} key of the background
 * @param {number} size
 */
const textOn = (folder, key, size = 10) =>
  makeChange({
    edits: [{ range: { start: 0, end: 1 }, text: `<b style="background:url(${fileMark(0)}) no-repeat">Go</b>` }],
    files: [
      { path: `${folder}bg-${key}.png`, bytes: new Uint8Array(size), url: `${folder}bg-${key}.png`, maxInline: 4096 },
    ],
  });

test('a background that one change names is written into the page, one that several share is a file', () => {
  const changes = inlineFiles([textOn('a/', 'aaaaaaaa'), textOn('a/', 'bbbbbbbb'), textOn('a/', 'bbbbbbbb')], true);
  const [alone, first, second] = changes;
  assert.match(alone.edits[0].text, /background:url\(data:image\/png;base64,A+==\) no-repeat/);
  assert.deepEqual(alone.files, []);
  for (const change of [first, second]) {
    assert.match(change.edits[0].text, /background:url\(a\/bg-bbbbbbbb\.png\)/);
    assert.deepEqual(
      change.files.map(({ path }) => path),
      ['a/bg-bbbbbbbb.png'],
    );
  }
});

test('a background is a file where it is large and where the site may hold no images in its pages', () => {
  const [large] = inlineFiles([textOn('a/', 'aaaaaaaa', 4097)], true);
  assert.equal(large.files.length, 1);
  const [policy] = inlineFiles([textOn('a/', 'aaaaaaaa')], false);
  assert.equal(policy.files.length, 1);
  const others = inlineFiles([textOn('a/', 'aaaaaaaa'), textOn('b/', 'aaaaaaaa')], true);
  assert.deepEqual(
    others.map((change) => change.files),
    [[], []],
  );
});
