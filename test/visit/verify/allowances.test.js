import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAllowances } from '../../../lib/visit/verify/screenshots.js';

/** @import { ChangeInfo } from '../../../lib/visit/verify/types.js' */

const shown = (/** @type {string} */ path, /** @type {number} */ top) => ({
  ...{ tag: 'img', shows: [`https://site/${path}`] },
  box: /** @type {const} */ ([0, top, 14, 14]),
});
const seen = /** @type {any} */ ({
  elements: [shown('ball.gif', 0), shown('old/ball.gif', 20), shown('other.gif', 40)],
});
const ball = /** @type {ChangeInfo} */ ({
  id: '0',
  rule: 'bullet-image',
  cause: '',
  kind: 'replaced',
  resource: 'ball.gif',
});
const topsOf = (/** @type {ChangeInfo} */ change) =>
  listAllowances({ seen }, [change], (url) => new URL(url).pathname.slice(1)).map(({ box }) => box[1]);

test('a replaced picture may look otherwise wherever it was shown, and no other may', () => {
  assert.deepEqual(topsOf(ball), [0]);
  assert.deepEqual(topsOf({ ...ball, kind: 'same' }), []);
});

test('so may its copies, which the page showed under other names', () => {
  assert.deepEqual(topsOf({ ...ball, copies: ['old/ball.gif'] }), [0, 20]);
});
