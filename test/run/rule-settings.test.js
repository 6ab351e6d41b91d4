import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings, ruleSettings } from '../../lib/run/settings.js';
import { rules } from '../../rules/index.js';

/** @param {Record<string, unknown>} said */
async function settingsOf(said) {
  return ruleSettings(await readSettings('.', '', said), rules);
}

test('a run that may lose pixels has defaults of its own, which give way to what is said', async () => {
  const visual = await settingsOf({});
  assert.equal(visual.get('modern-image')?.level, 'on');
  assert.equal(visual.get('modern-image')?.options.lossy, false);
  assert.equal(visual.get('fine-jpeg')?.level, 'off');
  const lossy = await settingsOf({ safety: 'lossy' });
  assert.equal(lossy.get('modern-image')?.level, 'on');
  assert.equal(lossy.get('modern-image')?.options.lossy, true);
  assert.equal(lossy.get('fine-jpeg')?.level, 'on');
  const said = await settingsOf({ safety: 'lossy', rules: { 'modern-image': ['advise', { target: 90 }] } });
  assert.equal(said.get('modern-image')?.level, 'advise');
  assert.deepEqual(said.get('modern-image')?.options, { effort: 'balanced', lossy: true, target: 90 });
});

test('quality and effort that a run is asked for hold for every image rule, unless one says its own', async () => {
  const asked = await settingsOf({
    safety: 'lossy',
    quality: 80,
    effort: 'fast',
    rules: { 'fine-jpeg': ['on', { target: 60 }] },
  });
  assert.equal(asked.get('responsive-image')?.options.target, 80);
  assert.equal(asked.get('responsive-image')?.options.effort, 'fast');
  assert.equal(asked.get('heavy-png')?.options.effort, 'fast');
  assert.equal(asked.get('fine-jpeg')?.options.target, 60);
  assert.equal('target' in (asked.get('heavy-jpeg')?.options ?? {}), false);
  await assert.rejects(settingsOf({ quality: 101 }), /quality/);
});
