import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeProject, QUICK } from './built.js';

/**
 * Runs a build of two languages, in which another plugin is still writing when this one is called.
 * @param {string} root
 * @param {object} options
 */
function build(root, options) {
  const entry = new URL('../../../lib/run/integrations/docusaurus.js', import.meta.url).href;
  const code = `
    import { cpSync, writeFileSync } from 'node:fs';
    import { setTimeout } from 'node:timers/promises';
    import pagethrift from '${entry}';
    const root = ${JSON.stringify(root)};
    for (const [outDir, baseUrl] of [[root + '/dist', '/docs/'], [root + '/dist/fr', '/docs/fr/']]) {
      if (outDir.endsWith('fr')) cpSync(root + '/dist/index.html', outDir + '/index.html');
      const plugin = pagethrift({ siteDir: root }, { id: 'default', ...${JSON.stringify(options)} });
      await Promise.all([
        plugin.postBuild({ outDir, baseUrl, siteConfig: { url: 'https://example.com' } }),
        setTimeout(20).then(() => writeFileSync(outDir + '/sitemap.xml', '<urlset></urlset>')),
      ]);
    }
  `;
  const script = join(root, 'build.mjs');
  writeFileSync(script, code);
  return spawnSync(process.execPath, [script], { encoding: 'utf8' });
}

test('docusaurus: all languages are optimised in one run, with what other plugins wrote', (context) => {
  const { root, folder, isOptimized } = makeProject(context);
  const { status, stdout, stderr } = build(root, QUICK);
  assert.equal(status, 0, stderr);
  assert.ok(isOptimized());
  assert.ok(!isOptimized(join(folder, 'fr')), 'the second language was optimised by itself');
  assert.ok(existsSync(join(folder, 'sitemap.xml')), 'what another plugin wrote is lost');
  assert.match(stdout, /^\[INFO\] pagethrift: dist: 2 pages/m);
});

test('docusaurus: a gate that fails fails the build', (context) => {
  const { root } = makeProject(context);
  const { status, stderr } = build(root, { ...QUICK, budgets: [{ pages: '**', bytes: 10 }] });
  assert.equal(status, 1);
  assert.match(stderr, /^\[ERROR\] pagethrift: the gate failed: /m);
});
