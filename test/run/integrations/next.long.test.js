import assert from 'node:assert/strict';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import withPagethrift from '../../../lib/run/integrations/next.js';
import { makeProject, QUICK } from './built.js';

/** @param {object} config @returns {Promise<any>} the adapter as Next.js loads it */
async function loadAdapter(config) {
  const { adapterPath } = /** @type {{ adapterPath: string }} */ (config);
  return (await import(pathToFileURL(adapterPath).href)).default;
}

test('next: the static export is optimised, from where the configuration puts it', async (context) => {
  for (const distDir of [undefined, 'site']) {
    const { root, folder, isOptimized } = makeProject(context);
    const out = join(root, distDir ?? 'out');
    renameSync(folder, out);
    const config = withPagethrift({ output: 'export', distDir, basePath: '/docs' }, QUICK);
    const adapter = await loadAdapter(config);
    assert.equal(
      adapter.modifyConfig,
      undefined,
      'Next.js says that it applies this, though there is nothing to apply',
    );
    context.mock.method(console, 'log', () => {});
    await adapter.onBuildComplete({ config, projectDir: root });
    assert.ok(isOptimized(out), `${distDir} was not optimised`);
  }
});

test('next: a configuration that is a function stays one', async () => {
  const config = withPagethrift((/** @type {string} */ phase) => ({ output: 'export', env: { phase } }), QUICK);
  const { env, ...rest } = await config('a phase');
  assert.deepEqual(env, { phase: 'a phase' });
  assert.ok('adapterPath' in rest);
});

test('next: the adapter of whoever deploys the site runs after it', async (context) => {
  const { root, folder, isOptimized } = makeProject(context);
  renameSync(folder, join(root, 'out'));
  mkdirSync(join(root, 'node_modules'));
  const calls = join(root, 'calls.mjs');
  const other = `import { existsSync } from 'node:fs';
export default {
  name: 'other',
  modifyConfig: (config) => ({ ...config, images: 'theirs' }),
  onBuildComplete: ({ config, projectDir }) => { config.seen = existsSync(projectDir + '/out/.pagethrift.json'); },
};`;
  writeFileSync(calls, other);
  const config = withPagethrift({ output: 'export', adapterPath: calls }, QUICK);
  const adapter = await loadAdapter(config);
  const modified = await adapter.modifyConfig(config, { projectDir: root });
  assert.equal(modified.images, 'theirs');
  context.mock.method(console, 'log', () => {});
  await adapter.onBuildComplete({ config: modified, projectDir: root });
  assert.ok(isOptimized(join(root, 'out')));
  assert.equal(modified.seen, true, 'the other adapter saw the site as it was before');
});

test('next: a site that is no static export is left alone, with a warning', async (context) => {
  const { root, isOptimized } = makeProject(context);
  const config = withPagethrift({}, QUICK);
  const warn = context.mock.method(console, 'warn', () => {});
  await (await loadAdapter(config)).onBuildComplete({ config, projectDir: root });
  assert.match(String(warn.mock.calls[0].arguments[0]), /output: 'export'/);
  assert.ok(!isOptimized());
});
