import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { findProject } from '../../../lib/run/project/find-project.js';
import { checkTarget, explainMissing, locateSite } from '../../../lib/run/project/locate-site.js';

const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-test-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

/** Creates a project of files by name. @param {Readonly<Record<string, string | object>>} files */
function makeProject(files) {
  const project = mkdtempSync(join(scratch, 'project-'));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return project;
}

for (const [file, dependency, output] of /** @type {const} */ ([
  ['astro.config.mjs', 'astro', 'dist'],
  ['next.config.ts', 'next', null],
  ['eleventy.config.js', '@11ty/eleventy', '_site'],
  ['docusaurus.config.ts', '@docusaurus/core', 'build'],
  ['svelte.config.js', '@sveltejs/kit', 'build'],
  ['vite.config.js', '@sveltejs/kit', 'build'],
  ['vite.config.js', 'vite', 'dist'],
  ['docs/docusaurus.config.js', null, 'docs/build'],
  ['nuxt.config.ts', 'nuxt', '.output/public'],
  ['docs/.vitepress/config.mts', 'vitepress', 'docs/.vitepress/dist'],
  ['docs/conf.py', null, 'docs/_build/html'],
  ['mkdocs.yml', null, 'site'],
  ['hugo.toml', null, 'public'],
  ['_config.yml', 'hexo', 'public'],
  ['_config.yml', null, '_site'],
])) {
  test(`a site is known by ${file}${dependency ? ` and ${dependency}` : ''}`, async () => {
    const project = mkdtempSync(join(scratch, 'project-'));
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), file.endsWith('conf.py') ? "project = 'x'" : 'export default {};');
    if (dependency)
      writeFileSync(join(project, 'package.json'), JSON.stringify({ devDependencies: { [dependency]: '1' } }));
    assert.equal((await findProject(project)).output?.folder ?? null, output);
  });
}

test('a config that cannot be loaded is named with what to do', async () => {
  const manifest = { devDependencies: { vite: '1' } };
  const { notes } = await findProject(makeProject({ 'package.json': manifest, 'vite.config.js': '' }));
  assert.deepEqual(notes, [
    'The config of this project could not be loaded: “vite” is not installed. ' +
      'Install the packages of the project, and try again.',
  ]);
});

test('the build output is where the script or the config says', async () => {
  const vite = { devDependencies: { vite: '1' }, scripts: { dev: 'vite', build: 'tsc && vite build --outDir www' } };
  const byScript = await findProject(makeProject({ 'package.json': vite, 'www/index.html': '' }));
  assert.deepEqual([byScript.output?.folder, byScript.isBuilt, byScript.buildCommand], ['www', true, 'npm run build']);
  const astro = { devDependencies: { astro: '1' } };
  const byConfig = await findProject(
    makeProject({ 'package.json': astro, 'astro.config.mjs': "export default { outDir: './build' };" }),
  );
  assert.deepEqual([byConfig.output?.folder, byConfig.isBuilt], ['build', false]);
  const hugo = 'title = "x"\npublishDir = "docs"\n[params]\npublishDir = "no"\n';
  assert.equal((await findProject(makeProject({ 'hugo.toml': hugo }))).output?.folder, 'docs');
  const next = { dependencies: { next: '1' }, scripts: { build: 'next build' } };
  const exported = { 'package.json': next, 'next.config.mjs': "export default () => ({ output: 'export' });" };
  assert.equal((await findProject(makeProject(exported))).output?.folder, 'out');
});

test('without a known generator a usual folder with a page is the output, or the project itself', async () => {
  const page = { 'index.html': '' };
  assert.equal((await findProject(makeProject({ 'out/index.html': '' }))).output?.folder, 'out');
  assert.equal((await findProject(makeProject(page))).output?.folder, '.');
  const built = { ...page, 'package.json': { scripts: { build: 'make' } } };
  assert.equal((await findProject(makeProject(built))).output, null, 'something builds it: it holds sources');
});

test('the bare command says what to do where there is no site yet', async () => {
  await assert.rejects(locateSite(makeProject({ 'a.txt': '' })), /No site was found.*npx pagethrift <folder>/);
  const vite = { devDependencies: { vite: '1' }, scripts: { build: 'vite build' } };
  const unbuilt = { 'package.json': vite, 'vite.config.js': '', 'pnpm-lock.yaml': '' };
  await assert.rejects(
    locateSite(makeProject(unbuilt)),
    /project of Vite.*dist.*Run “pnpm build”, then “npx pagethrift”/,
  );
  const monorepo = {
    'package.json': { private: true },
    'pnpm-workspace.yaml': "packages:\n  - 'apps/*'\n  - libs/*\n",
    'apps/web/package.json': vite,
    'apps/web/dist/index.html': '',
    'apps/docs/package.json': vite,
    'libs/ui/package.json': { name: 'ui' },
  };
  await assert.rejects(
    locateSite(makeProject(monorepo)),
    /2 sites[\s\S]*apps\/docs .*not built[\s\S]*npx pagethrift apps\/web\/dist/,
  );
});

test('sources are refused with the way out; a folder that does not exist is explained', async () => {
  const vite = { devDependencies: { vite: '1' }, scripts: { build: 'vite build' } };
  const project = makeProject({ 'package.json': vite, 'dist/index.html': '', 'node_modules/a/index.html': '' });
  await assert.rejects(checkTarget(project, '.', []), /contains the sources of a project.*build output is dist/);
  assert.equal((await checkTarget(project, '.', ['node_modules/**'])).target, '.');
  assert.equal((await checkTarget(project, 'dist', [])).target, 'dist');
  assert.match(await explainMissing(project, 'build'), /“build” does not exist\. The build output is dist/);
});
