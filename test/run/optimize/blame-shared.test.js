import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blameShared } from '../../../lib/run/optimize/blame-shared.js';
import { forbidMore, NOTHING, withoutForbidden } from '../../../lib/run/optimize/forbidden.js';
import { makeChange } from '../../harness/make-change.js';

const OF_SHEET = makeChange({ proposal: { rule: 'modern-background', page: 'shared.css', resource: 'x.jpg' } });
const OF_OTHER = makeChange({ proposal: { rule: 'modern-background', page: 'other.css', resource: 'y.jpg' } });
const OF_PAGE = makeChange({ proposal: { rule: 'modern-image', page: 'b.html', resource: 'x.jpg' } });

/** @param {readonly string[]} originals pages that ship unchanged @param {object} verdict */
function listBlamed(originals, verdict) {
  const fetches = new Map([
    ['a.html', ['a.html', 'shared.css']],
    ['b.html', ['b.html', 'shared.css', 'other.css']],
  ]);
  const usedBy = new Map([
    ['shared.css', ['a.html', 'b.html']],
    ['other.css', ['b.html']],
  ]);
  const site = { files: new Map() };
  const accepted = [OF_SHEET, OF_OTHER, OF_PAGE];
  const plan = {
    original: site,
    site,
    linked: { graph: { fetches, usedBy } },
    accepted,
    originals: new Set(originals),
  };
  const failing = { path: 'a.html', status: 'different', reason: 'no-saving', rejected: [], ...verdict };
  return blameShared(/** @type {any} */ (plan), /** @type {any} */ ([failing]));
}

test('an unchanged page that grows takes back the changes of the files that it shares, and no others', () => {
  const blamed = listBlamed(['a.html'], {});
  assert.deepEqual(
    blamed.map(({ path, reason }) => [path, reason]),
    [['shared.css', 'no-saving']],
  );
  const forbidden = forbidMore(NOTHING, blamed) ?? NOTHING;
  const drafted = { changes: [OF_SHEET, OF_OTHER, OF_PAGE], refused: [] };
  const left = withoutForbidden(/** @type {any} */ (drafted), forbidden);
  assert.deepEqual(left.changes, [OF_OTHER, OF_PAGE]);
});

test('the files of a page are not blamed while the page or one change can be', () => {
  assert.deepEqual(listBlamed([], {}), [], 'a changed page');
  const rejected = [{ cause: 'modern-background x.jpg', onlyHere: false }];
  assert.deepEqual(listBlamed(['a.html'], { rejected }), [], 'one change is at fault');
  assert.deepEqual(listBlamed(['a.html'], { status: 'same' }), [], 'a page that does not differ');
});
