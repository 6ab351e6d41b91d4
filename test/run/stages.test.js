import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { serialize } from 'node:v8';
import { estimate } from '../../lib/network/index.js';
import { packFile } from '../../lib/output/pack/pack-file.js';
import { runRules } from '../../lib/plan/detect/run-rules.js';
import { STAGES } from '../../lib/run/stages.js';
import { TASKS } from '../../lib/run/tasks/tasks.js';
import { linkSite } from '../../lib/site/graph/build-graph.js';
import { readSite } from '../../lib/site/read-site.js';
import { rules } from '../../rules/index.js';

/** @import { Memo } from '../../lib/base/memo.js' */

const GOLDEN = new URL('stages.json', import.meta.url);
const HARBOUR = new URL('../../fixtures/sites/harbour/site/', import.meta.url);
const FONT = new URL(import.meta.resolve('@fontsource/anton/files/anton-latin-400-normal.woff2'));
const SETTINGS = new Map(
  rules.map(({ meta }) => [meta.id, { level: /** @type {const} */ ('on'), options: defaultsOf(meta.options) }]),
);

/** @param {Readonly<Record<string, { default: unknown }>>} options */
function defaultsOf(options) {
  return Object.fromEntries(Object.entries(options).map(([name, option]) => [name, option.default]));
}

/** Creates a memo that recalls nothing and lists what it keeps. @param {[string, unknown][]} kept @returns {Memo} */
function createRecorder(kept) {
  return { recall: () => undefined, keep: (stage, _, value) => kept.push([stage, value]), count: () => {} };
}

/**
 * Returns a digest of what each stage that is a pure function makes of fixed inputs.
 * @returns {Promise<Record<string, string>>}
 */
async function listDigests() {
  const site = await readSite(HARBOUR.pathname);
  /** @type {[string, unknown][]} */
  const kept = [];
  const memo = createRecorder(kept);
  const linked = linkSite(site, { memo });
  runRules({ site, linked, images: new Map(), rules, settings: SETTINGS, memo });
  for (const { path, type, bytes } of site.files.values()) {
    if (type !== 'html' && type !== 'css' && type !== 'script') continue;
    const task = { path, type, bytes, spaceSelectors: [], flowSelectors: [], integrityHashes: [], minify: true };
    kept.push(['pack', await packFile({ ...task, effort: 'fast', variants: [] })]);
  }
  for (const { path, type, bytes } of site.files.values()) {
    if (type !== 'image') continue;
    const usages = [...(linked.usage.get(path) ?? [])];
    kept.push(['look', await TASKS.look({ bytes, usages })]);
    // The results of other encoders change with their versions.
    if (path.endsWith('.gif')) kept.push(['make', await TASKS.make({ maker: 'png-from-gif', bytes, options: {} })]);
  }
  kept.push(['font', await TASKS.font({ bytes: readFileSync(FONT) })]);
  const resources = [
    { url: '/', bytes: 9000, type: /** @type {const} */ ('html') },
    { url: '/a.css', bytes: 30_000, type: /** @type {const} */ ('css'), foundIn: '/', foundAtByte: 300 },
  ];
  for (const version of /** @type {const} */ (['1.1', '2', '3']))
    kept.push(['price', estimate({ link: '4g', http: { version }, resources })]);
  const byStage = Map.groupBy(kept, ([stage]) => stage);
  return Object.fromEntries([...byStage].map(([stage, made]) => [stage, digestOf(made.map(([, value]) => value))]));
}

/** @param {unknown} made */
function digestOf(made) {
  return hash('sha256', serialize(made)).slice(0, 16);
}

test('the result of a stage changes with its version alone', async () => {
  const digests = await listDigests();
  const versions = new Map(STAGES.map(({ name, version }) => [/** @type {string} */ (name), version]));
  const now = Object.fromEntries(
    Object.entries(digests).map(([stage, digest]) => [stage, { version: versions.get(stage), digest }]),
  );
  if (process.env.UPDATE_GOLDEN) writeFileSync(GOLDEN, `${JSON.stringify(now, null, 2)}\n`);
  const before = JSON.parse(readFileSync(GOLDEN, 'utf8'));
  assert.deepEqual(Object.keys(now), ['read', 'detect', 'pack', 'look', 'make', 'font', 'price']);
  for (const [stage, { version, digest }] of Object.entries(now)) {
    const advice = `raise its version in lib/run/stages.js, then run this test with UPDATE_GOLDEN=1`;
    const isSame = before[stage]?.digest === digest;
    assert.ok(isSame || before[stage]?.version !== version, `“${stage}” makes something else: ${advice}`);
    assert.deepEqual(before[stage], { version, digest }, `${stage}: run this test with UPDATE_GOLDEN=1`);
  }
});
