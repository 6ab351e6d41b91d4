import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAULTS } from '../../../bench/verify/faults.js';
import { BEFORE, HONEST, toLookup } from '../../../bench/verify/fixture.js';
import { KeptRenderings } from '../../../lib/visit/verify/kept-renderings.js';
import { FULL_VIEWS } from '../../../lib/visit/verify/views.js';
import { openTestBrowser } from '../../harness/browser.js';
import { openVerify } from '../../harness/verify-steps.js';

const browser = await openTestBrowser();
const { verify, countVisits } = openVerify(browser);

test('renders a page without its changes once for several plans', async () => {
  const { counting, count } = countVisits();
  const views = FULL_VIEWS.filter(({ name }) => name.startsWith('800'));
  const options = { browser: counting, before: toLookup(BEFORE), kept: new KeptRenderings(), views };
  const steps = HONEST.slice(0, 2);
  assert.equal((await verify(steps, options)).status, 'same');
  const first = count();
  assert.equal((await verify(steps.slice(0, 1), options)).status, 'same');
  assert.equal(count() - first, 1, 'after fewer changes');
  assert.equal((await verify([...steps, FAULTS['colour by 8 levels']], options)).status, 'different');
  const visits = count();
  assert.equal((await verify(steps, options)).status, 'same');
  assert.equal(count() - visits, 1, 'after the changes');
  for (const name of ['wrong at 2x only', 'lost hover of a style', 'wrong only without scripts'])
    assert.equal((await verify([FAULTS[name]], options)).status, 'different', name);
});

test('does not render a page again that was compared without the changes at fault', async () => {
  const { counting, count } = countVisits();
  /** @type {Map<string, any>} */
  const verdicts = new Map();
  const cache = {
    get: async (/** @type {string} */ key) => verdicts.get(key) ?? null,
    set: async (/** @type {string} */ key, /** @type {unknown} */ verdict) => void verdicts.set(key, verdict),
  };
  const options = { browser: counting, before: toLookup(BEFORE), cache, views: FULL_VIEWS.slice(0, 1) };
  const steps = HONEST.slice(0, 2);
  assert.equal((await verify([...steps, FAULTS['colour by 8 levels']], options)).status, 'different');
  const visits = count();
  assert.equal((await verify(steps, options)).status, 'same');
  assert.equal(count(), visits, 'the plan without the fault');
  const other = await verify([...steps, FAULTS['lost link']], options);
  assert.equal(other.status, 'different', 'another fault');
});
