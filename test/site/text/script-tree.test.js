import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseScript } from '../../../lib/site/text/script-tree.js';
import { processorMs } from '../../harness/processor-time.js';

test('names in nested blocks take no longer than others', () => {
  const names = 'a;'.repeat(50_000);
  const nest = (/** @type {number} */ depth) => '{'.repeat(depth) + names + '}'.repeat(depth);
  assert.ok(parseScript(nest(200)), 'code of any depth that people write is read');
  const flat = processorMs(() => parseScript(nest(0)));
  const deep = processorMs(() => assert.equal(parseScript(nest(1000)), null, 'deeper code is left alone'));
  assert.ok(deep < flat * 3 + 50, `${deep} ms, ${flat} ms without blocks`);
});
