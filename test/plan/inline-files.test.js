import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inlineFiles } from '../../lib/plan/inline-files.js';
import { draftChange } from '../../lib/plan/make/draft-changes.js';
import { rules } from '../../rules/index.js';

const rule = /** @type {import('../../lib/plan/types.ts').Rule} */ (
  rules.find(({ meta }) => meta.id === 'text-and-graphic-image')
);

/**
 * Words on a background.
 * @param {string} resource @param {string} key of the background @param {number} size
 */
const wordsOn = (resource, key, size = 10) => ({
  proposal: {
    rule: rule.meta.id,
    page: 'index.html',
    range: { start: 0, end: 1 },
    messageId: 'words',
    resource,
    data: { folder: resource.replace(/[^/]*$/, ''), classes: '', kept: '', alt: null, placement: '', resets: [] },
  },
  made: [
    {
      ok: /** @type {const} */ (true),
      bytes: new Uint8Array(size),
      data: {
        graphic: { key },
        ownCss: 'background:url({graphic}) no-repeat',
        html: 'Go',
        text: 'Go',
        said: [],
        base: '',
        css: '',
        font: 'Arial',
      },
    },
  ],
});

/**
 * @param {ReturnType<typeof wordsOn>[]} entries
 * @param {boolean} [holdsData] whether the page may hold images
 * @param {boolean} [mayInline]
 */
const changesOf = (entries, holdsData = true, mayInline = true) =>
  inlineFiles(
    entries.map(({ proposal, made }) =>
      draftChange(rule, { ...proposal, data: { ...proposal.data, holdsData } }, made, null),
    ),
    mayInline,
  );

test('a background that words of one place stand on is written into the page, one that several share is a file', () => {
  const [alone, first, second] = changesOf([
    wordsOn('a/go.gif', 'aaaaaaaa'),
    wordsOn('a/to.gif', 'bbbbbbbb'),
    wordsOn('a/up.gif', 'bbbbbbbb'),
  ]);
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

test('a background is a file where it is large and where the page or the site may hold no images in it', () => {
  const [large] = changesOf([wordsOn('a/go.gif', 'aaaaaaaa', 4097)]);
  assert.equal(large.files.length, 1);
  const [forbidden] = changesOf([wordsOn('a/go.gif', 'aaaaaaaa')], false);
  assert.equal(forbidden.files.length, 1);
  const [policy] = changesOf([wordsOn('a/go.gif', 'aaaaaaaa')], true, false);
  assert.equal(policy.files.length, 1);
  const others = changesOf([wordsOn('a/go.gif', 'aaaaaaaa'), wordsOn('b/go.gif', 'aaaaaaaa')]);
  assert.deepEqual(
    others.map((change) => change.files),
    [[], []],
  );
});
