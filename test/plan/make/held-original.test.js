import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { draftChanges } from '../../../lib/plan/make/draft-changes.js';
import hydratedImage from '../../../rules/hydrated-image.js';
import requantizeJpeg from '../../../rules/requantize-jpeg.js';
import { readCase, runRule } from '../../harness/run-rule.js';

const rules = /** @type {import('../../../lib/plan/types.ts').Rule[]} */ ([hydratedImage, requantizeJpeg]);
const ALLOWS = { keptBy: () => null, refusalOf: () => null, editRefusalOf: () => null };

/**
 * Returns the makers that run for a page with a photograph that both rules can change.
 * @param {string} name its fixture @param {boolean} isMade
 */
async function listMakers(name, isMade) {
  const folder = new URL(`../../../fixtures/rules/hydrated-image/${name}/`, import.meta.url);
  const { boxes } = JSON.parse(readFileSync(new URL('boxes.json', folder), 'utf8'));
  const site = await readCase(folder);
  const found = await Promise.all(rules.map(async (rule) => (await runRule(rule, site, { boxes })).proposals));
  /** @type {string[]} */
  const ran = [];
  const made = {
    ok: /** @type {const} */ (true),
    data: { files: [{ width: 320, height: 200, bytes: new Uint8Array(1) }], isPartial: false },
  };
  const failed = { ok: /** @type {const} */ (false), reason: /** @type {const} */ ('not-smaller'), message: '' };
  const makers = {
    'avif-ladder': async () => {
      ran.push('avif-ladder');
      return isMade ? made : failed;
    },
    'coarser-jpeg': async () => {
      ran.push('coarser-jpeg');
      return failed;
    },
  };
  const making = {
    site,
    integrity: ALLOWS,
    rules,
    makers,
    store: null,
    versionOf: () => null,
    capacity: { atOnce: 1 },
  };
  await draftChanges(new Map([['before.html', found.flat()]]), { ...making, safety: 'visual' }, () => {});
  return ran;
}

test('the original of a photograph is not compressed with loss while AVIF replaces it', async () => {
  assert.deepEqual(await listMakers('child-selector', true), ['avif-ladder']);
  assert.deepEqual(await listMakers('child-selector', false), ['avif-ladder', 'coarser-jpeg']);
});

test('it is on a hydrated page, because visitors who arrive through a link of the framework get it', async () => {
  assert.deepEqual(await listMakers('gatsby', true), ['avif-ladder', 'coarser-jpeg']);
});
