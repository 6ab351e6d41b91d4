import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listEffective } from '../../lib/run/remember-run.js';
import { readSettings } from '../../lib/run/settings.js';

/** @param {Record<string, unknown>} said */
const effective = async (said) => listEffective(await readSettings('/', '', said));

test('where the work is done does not name what is made', async () => {
  const here = await effective({});
  assert.deepEqual(await effective({ jobs: 7, queue: 'redis://example.org' }), here);
  assert.notDeepEqual(await effective({ safety: 'lossy' }), here);
});
