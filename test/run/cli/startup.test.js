import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

const SLOW_TO_LOAD = ['sharp', '@napi-rs/image', 'svgo', 'tesseract.js', 'terser', 'puppeteer-core'];

test('a build that needs no codec, reader or browser loads none', () => {
  const entry = new URL('../../../lib/run/cli/commands/build.js', import.meta.url).href;
  const script = `import { registerHooks } from 'node:module';
    const urls = [];
    registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
    await import(${JSON.stringify(entry)});
    process.stdout.write(JSON.stringify(urls));`;
  const urls = JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }));
  assert.ok(urls.some((/** @type {string} */ url) => url.endsWith('lib/run/optimize/index.js')));
  const loaded = SLOW_TO_LOAD.filter((name) =>
    urls.some((/** @type {string} */ url) => url.includes(`/node_modules/${name}/`)),
  );
  assert.deepEqual(loaded, []);
});
