import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import astro from '../../../lib/run/integrations/astro.js';
import eleventy from '../../../lib/run/integrations/eleventy.js';
import withPagethrift from '../../../lib/run/integrations/next.js';
import vite from '../../../lib/run/integrations/vite.js';
import { PagethriftPlugin } from '../../../lib/run/integrations/webpack.js';
import { makeLog, makeProject, QUICK } from './built.js';

/** @typedef {{ hooks: Readonly<Record<string, (argument: never) => unknown>> }} Added */

/** @param {string} root @param {object} [build] @param {boolean} [isProduction] */
function viteConfig(root, build, isProduction = true) {
  const log = makeLog();
  return { log, config: { root, base: '/docs/', isProduction, logger: log, build: { outDir: 'dist', ...build } } };
}

test('vite: an app of two environments is optimised once, after the last', async (context) => {
  const { root, isOptimized } = makeProject(context);
  const { log, config } = viteConfig(root);
  const [start, plugin] = vite(QUICK);
  await start.buildApp.handler();
  plugin.configResolved(config);
  /** @type {boolean[]} */
  const seen = [];
  const environments = { client: { isBuilt: false }, ssr: { isBuilt: false } };
  const build = async () => {
    plugin.writeBundle();
    await plugin.closeBundle.handler();
    seen.push(isOptimized());
  };
  await plugin.buildApp.handler({ environments, build });
  assert.deepEqual(seen, [false, false], 'it ran before the last environment was written');
  assert.ok(isOptimized(), 'it never ran');
  assert.equal(log.lines.filter((line) => line.startsWith('pagethrift: dist: 1 page')).length, 1, log.lines.join('\n'));
});

test('vite: one environment built by itself is optimised when it is closed, unless it failed', async (context) => {
  const { root, isOptimized } = makeProject(context);
  const [, plugin] = vite(QUICK);
  plugin.configResolved(viteConfig(root).config);
  await plugin.closeBundle.handler();
  assert.ok(!isOptimized(), 'a build that wrote nothing was optimised');
  plugin.writeBundle();
  await plugin.closeBundle.handler();
  assert.ok(isOptimized(), 'it never ran');
});

const LEFT_ALONE = /** @type {const} */ ([
  ['a watch', { watch: {} }, true],
  ['a library', { lib: {} }, true],
  ['a server bundle', { ssr: true }, true],
  ['development', {}, false],
]);
for (const [what, build, isProduction] of LEFT_ALONE) {
  test(`vite: ${what} is left alone`, async (context) => {
    const { root, isOptimized } = makeProject(context);
    const [, plugin] = vite(QUICK);
    plugin.configResolved(viteConfig(root, build, isProduction).config);
    plugin.writeBundle();
    await plugin.closeBundle.handler();
    assert.ok(!isOptimized());
  });
}

test('astro: the hook goes behind all others, in a build and not in dev', async (context) => {
  const { root, folder, isOptimized } = makeProject(context);
  const { hooks } = astro(QUICK);
  /** @type {Added[]} */
  const added = [];
  const updateConfig = (/** @type {{ integrations: Added[] }} */ { integrations }) => added.push(...integrations);
  const settled = { root: pathToFileURL(`${root}/`) };
  await hooks['astro:config:setup']({ command: 'dev', config: settled, updateConfig });
  assert.equal(added.length, 0, 'dev was touched');
  await hooks['astro:config:setup']({ command: 'build', config: settled, updateConfig });
  const last = added[0];
  const config = { root: pathToFileURL(`${root}/`), base: 'docs', site: 'https://example.com' };
  const call = (/** @type {string} */ name, /** @type {object} */ argument) =>
    last.hooks[name](/** @type {never} */ (argument));
  call('astro:config:done', { config });
  const logger = makeLog();
  await call('astro:build:done', { dir: pathToFileURL(`${folder}/`), logger });
  assert.ok(isOptimized());
  assert.match(logger.lines[0], /^dist: 1 page, 2 → /, 'site and base were not used');
});

for (const runMode of ['build', 'watch', 'serve']) {
  test(`eleventy: ${runMode}`, async (context) => {
    const { folder, isOptimized } = makeProject(context);
    const events = new EventEmitter();
    const modes = /** @type {string[]} */ ([]);
    const logger = makeLog();
    const on = events.on.bind(events);
    eleventy({ on, setEventEmitterMode: (mode) => modes.push(mode), logger }, QUICK);
    const order = /** @type {string[]} */ ([]);
    events.emit('eleventy.config', { getPathPrefix: () => '/docs/' });
    events.prependListener('eleventy.after', () => order.push('another plugin'));
    const written = { directories: { output: folder }, runMode, outputMode: 'fs' };
    await Promise.all(events.listeners('eleventy.after').map((listener) => listener(written)));
    assert.deepEqual(modes, ['sequential'], 'plugins that write at the end may still be writing');
    assert.equal(isOptimized(), runMode === 'build');
  });
}

for (const [what, change, isRun] of /** @type {const} */ ([
  ['a production build', {}, true],
  ['development', { options: { mode: 'development', output: {} } }, false],
  ['a watch', { watchMode: true }, false],
])) {
  test(`webpack: ${what}`, async (context) => {
    const { root, folder, isOptimized } = makeProject(context);
    /** @type {((stats: { hasErrors(): boolean }) => Promise<void>)[]} */
    const taps = [];
    const done = { tapPromise: (/** @type {object} */ _, /** @type {typeof taps[0]} */ run) => void taps.push(run) };
    const log = makeLog();
    const options = { mode: 'production', output: { publicPath: '/docs/' } };
    const compiler = {
      context: root,
      watchMode: false,
      outputPath: folder,
      options,
      hooks: { beforeRun: { tapPromise: () => {} }, done },
    };
    new PagethriftPlugin(QUICK).apply({ ...compiler, getInfrastructureLogger: () => log, ...change });
    await taps[0]({ hasErrors: () => true });
    assert.ok(!isOptimized(), 'a build with errors was optimised');
    await taps[0]({ hasErrors: () => false });
    assert.equal(isOptimized(), isRun);
  });
}

test('a misspelt option is refused before anything is built, with its file and the right word', async (context) => {
  const { root, isOptimized } = makeProject(context);
  const wrong = /** @type {any} */ ({ saftey: 'safe' });
  const [, plugin] = vite(wrong);
  const { config } = viteConfig(root, {}, true);
  const told = /vite\.config\.js: there is no option “saftey”\. Did you mean “safety”\?/;
  await assert.rejects(async () => plugin.configResolved({ ...config, configFile: `${root}/vite.config.js` }), told);
  const updateConfig = () => assert.fail('the build went on');
  const setup = { command: 'build', config: { root: pathToFileURL(`${root}/`) }, updateConfig };
  await assert.rejects(async () => astro(wrong).hooks['astro:config:setup'](setup), /Did you mean “safety”\?/);
  assert.throws(() => withPagethrift({}, wrong), /next\.config.*Did you mean “safety”\?/);
  assert.ok(!isOptimized());
});
