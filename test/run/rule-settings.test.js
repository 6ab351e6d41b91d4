import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings, ruleSettings } from '../../lib/run/settings.js';
import { rules } from '../../rules/index.js';

/** @param {Record<string, unknown>} said */
async function settingsOf(said) {
  return ruleSettings(await readSettings('.', '', said), rules);
}

test('each level promises a similarity, which gives way to what is said', async () => {
  const optionsAt = async (/** @type {string} */ safety, /** @type {string} */ id) =>
    (await settingsOf({ safety })).get(id)?.options;
  assert.equal((await optionsAt('visual', 'requantize-jpeg'))?.target, 90);
  assert.equal((await optionsAt('lossy', 'requantize-jpeg'))?.target, 75);
  // A rule whose level is safe compresses nothing with loss at the strictest level.
  assert.equal((await optionsAt('safe', 'small-image'))?.lossy, false);
  assert.equal((await optionsAt('visual', 'small-image'))?.lossy, true);
  const said = await settingsOf({ safety: 'lossy', rules: { 'modern-image': ['advise', { target: 90 }] } });
  assert.equal(said.get('modern-image')?.level, 'advise');
  assert.deepEqual(said.get('modern-image')?.options, { effort: 'balanced', lossy: true, target: 90 });
});

test('no rule that codes with loss runs at the strictest level', () => {
  const coding = rules.filter(({ meta }) => 'target' in meta.options && meta.options.lossy?.default !== false);
  assert.ok(coding.length > 5);
  assert.deepEqual(
    coding.filter(({ meta }) => meta.safety === 'safe'),
    [],
  );
});

test('quality and effort that a run is asked for hold for every image rule, unless one says its own', async () => {
  const asked = await settingsOf({
    safety: 'lossy',
    quality: 80,
    effort: 'fast',
    rules: { 'requantize-jpeg': ['on', { target: 60 }] },
  });
  assert.equal(asked.get('responsive-image')?.options.target, 80);
  assert.equal(asked.get('responsive-image')?.options.effort, 'fast');
  assert.equal(asked.get('heavy-png')?.options.effort, 'fast');
  assert.equal(asked.get('requantize-jpeg')?.options.target, 60);
  assert.equal('target' in (asked.get('heavy-jpeg')?.options ?? {}), false);
  await assert.rejects(settingsOf({ quality: 101 }), /quality/);
});

test('a rule set by its former id works, and is named once', async () => {
  const settings = await readSettings('/', '', { rules: { 'fine-jpeg': 'off', 'lazy-load': 'error' } });
  assert.equal(ruleSettings(settings, rules).get('requantize-jpeg')?.level, 'off');
  assert.equal(ruleSettings(settings, rules).get('lazy-load')?.level, 'error');
  assert.deepEqual(settings.renamed, ['fine-jpeg']);
});
