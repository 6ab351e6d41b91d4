import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { start } from '../../../lib/run/cli/start.js';

const program = new URL('../../../bin/pagethrift.js', import.meta.url);

/** Returns the modules that a module imports statically, and those that they import. @param {URL} url */
function listImports(url, found = new Set([url.href])) {
  for (const [, path] of readFileSync(url, 'utf8').matchAll(/^(?:import|export) [^;]*?from '(\.[^']+)';/gm)) {
    const target = new URL(path, url);
    if (found.has(target.href)) continue;
    found.add(target.href);
    listImports(target, found);
  }
  return found;
}

test('an old Node.js gets a message instead of an error of a module that it cannot load', async () => {
  let said = '';
  const stderr = { write: (/** @type {string} */ text) => (said += text) };
  const world = { argv: ['dist'], stdout: stderr, stderr, env: {}, cwd: '/' };
  assert.equal(await start(world, '20.20.2'), 2);
  assert.match(said, /^pagethrift: Node\.js 20\.20\.2 is too old: pagethrift needs 24\. Install .+\.\n$/);
  const early = [...listImports(program)].map((href) => fileURLToPath(href).replace(/^.*[\\/]/, ''));
  assert.deepEqual(early.sort(), ['errors.js', 'pagethrift.js', 'start.js', 'version.js']);
});
