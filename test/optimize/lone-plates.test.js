import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendLonePlates } from '../../lib/optimize/lone-plates.js';
import { rules } from '../../rules/index.js';

const rule = /** @type {import('../../lib/types.ts').Rule} */ (
  rules.find(({ meta }) => meta.id === 'text-and-graphic-image')
);

/**
 * Words on a plate.
 * @param {string} resource @param {string} key of the plate @param {number} size
 */
const wordsOn = (resource, key, size = 10) => ({
  rule,
  proposal: {
    rule: rule.meta.id,
    page: 'index.html',
    range: { start: 0, end: 1 },
    messageId: 'words',
    resource,
    data: { folder: resource.replace(/[^/]*$/, ''), classes: '', kept: '', alt: null },
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
        font: 'Arial',
      },
    },
  ],
});

/** @param {ReturnType<typeof wordsOn>[]} entries @param {boolean} [mayHold] */
const changesOf = (entries, mayHold = true) =>
  sendLonePlates(entries, { most: 100, mayHold: () => mayHold }).map(({ proposal, made }) =>
    rule.apply?.(proposal, made, []),
  );

test('a plate that words of one place stand on is written into the page, one that several share is a file', () => {
  const [alone, first, second] = changesOf([
    wordsOn('a/go.gif', 'aaaaaaaa'),
    wordsOn('a/to.gif', 'bbbbbbbb'),
    wordsOn('a/up.gif', 'bbbbbbbb'),
  ]);
  assert.match(alone?.edits[0].text ?? '', /background:url\(data:image\/png;base64,A+==\) no-repeat/);
  assert.deepEqual(alone?.files, []);
  for (const change of [first, second]) {
    assert.match(change?.edits[0].text ?? '', /background:url\(a\/plate-bbbbbbbb\.png\)/);
    assert.deepEqual(
      change?.files?.map(({ path }) => path),
      ['a/plate-bbbbbbbb.png'],
    );
  }
});

test('a plate is a file where it is large and where the page may hold no image', () => {
  const [large] = changesOf([wordsOn('a/go.gif', 'aaaaaaaa', 101)]);
  assert.equal(large?.files?.length, 1);
  const [forbidden] = changesOf([wordsOn('a/go.gif', 'aaaaaaaa')], false);
  assert.equal(forbidden?.files?.length, 1);
  const others = changesOf([wordsOn('a/go.gif', 'aaaaaaaa'), wordsOn('b/go.gif', 'aaaaaaaa')]);
  assert.deepEqual(
    others.map((change) => change?.files),
    [[], []],
  );
});
