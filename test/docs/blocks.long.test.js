/** @import { Block } from './read-docs.js' */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { estimate } from '../../lib/network/index.js';
import { openServer } from '../../lib/output/serve/server.js';
import { parseBudgets } from '../../lib/report/gate/index.js';
import { main } from '../../lib/run/cli/main.js';
import { readSettings } from '../../lib/run/settings.js';
import { readSite } from '../../lib/site/read-site.js';
import { CASES } from '../../scripts/new-rule/texts.js';
import { runRule } from '../harness/run-rule.js';
import { listBlocks, listPages, root, splitWords } from './read-docs.js';

const manifest = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-docs-'));
const PLAIN = ['--browser', 'off', '--verify', 'off'];
const QUICK = [...PLAIN, '--cache', 'off'];
const RUNS = new Set(['build', 'merge', 'audit', 'check', 'dist']);
/** Programs that are not part of this project. */
const FOREIGN = new Set(['curl', 'apt-get', 'git', 'cd']);
/** Languages of server configs and of example pages. The output of rules is compared with their fixtures elsewhere. */
const SHOWN = new Set(['yaml', 'nginx', 'apache', 'caddyfile', 'lighttpd', 'lua', 'html', 'yaml', '']);

/**
 * A framework's own configuration. Its framework imports are replaced with functions that return a configuration
 * unchanged.
 */
const OF_FRAMEWORK = /^\/\/ (?:vite|astro|eleventy|webpack|next|docusaurus)\.config\b/;
const STANDS_IN = { vite: 'vite', 'astro/config': 'astro' };

let folder = scratch;
let count = 0;
beforeEach(() => {
  folder = join(scratch, String(count++));
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  cpSync(fileURLToPath(new URL('fixtures/sites/harbour/site', root)), join(folder, 'dist'), { recursive: true });
  symlinkSync(fileURLToPath(root), join(folder, 'node_modules/pagethrift'), 'dir');
});
after(() => rmSync(scratch, { recursive: true, force: true }));

for (const page of listPages()) {
  describe(page.path, () => {
    for (const block of listBlocks(page)) {
      if (SHOWN.has(block.language)) continue;
      test(`${block.where} ${block.text.split('\n')[0]}`, { timeout: 60_000 }, () => checkBlock(block, page.text));
    }
  });
}

/** @param {Block} block @param {string} text text of the page that contains it */
async function checkBlock(block, text) {
  if (block.language === 'sh') return runShell(block.text, text);
  if (block.language === 'json') return checkJson(JSON.parse(block.text));
  assert.equal(block.language, 'js', `no test for a block in ${block.language}`);
  if (OF_FRAMEWORK.test(block.text)) return checkFramework(block.text);
  if (block.text.includes("from 'pagethrift")) return runExample(block.text);
  if (block.text.startsWith('// pagethrift.config.mjs')) return checkConfig(block.text);
  return checkRule(block.text);
}

/** @param {string} lines @param {string} text */
async function runShell(lines, text) {
  const scenario = /```json\n(\{[^`]*"resources"[\s\S]*?)```/.exec(text)?.[1];
  if (scenario) writeFileSync(join(folder, 'scenario.json'), scenario);
  for (const line of lines
    .trim()
    .split('\n')
    .flatMap((each) => each.split(' && '))) {
    const [program, ...words] = splitWords(line);
    if (program === 'npx') await runCommand(words);
    else if (program === 'npm') checkNpm(words);
    else if (program === 'node') assert.ok(existsSync(new URL(words.at(-1) ?? '', root)), line);
    else assert.ok(FOREIGN.has(program), `no test for “${line}”`);
  }
}

/** @param {readonly string[]} words */
async function runCommand([name, ...argv]) {
  assert.equal(name, 'pagethrift');
  if (argv[0] === 'serve') {
    // A page may assume a build that another one made.
    cpSync(join(folder, 'dist'), join(folder, argv[1]), { recursive: true });
    const server = await openServer(join(folder, argv[1]), { port: 0 });
    await server.close();
    return;
  }
  let err = '';
  // The rule of the tutorial does not exist, so another one of the same safety level replaces it.
  const said = argv.map((word) => word.replace('empty-title=', 'uppercase-tags='));
  const code = await main({
    argv: [...said, ...(RUNS.has(argv[0]) ? quickFor(said) : [])],
    stdout: { write: () => {} },
    stderr: { write: (/** @type {string} */ text) => (err += text) },
    env: {},
    cwd: folder,
  });
  assert.equal(code, 0, err);
}

/**
 * Returns flags that make a run quick. Builds that share a cache need one.
 * @param {readonly string[]} argv
 */
function quickFor(argv) {
  return argv.includes('--remote-cache') ? PLAIN : QUICK;
}

/** @param {readonly string[]} words */
function checkNpm([verb, ...rest]) {
  if (verb === 'ci') assert.ok(existsSync(new URL('package-lock.json', root)));
  else if (verb === 'test') assert.ok(manifest.scripts.test);
  else if (verb === 'pack') assert.ok(manifest.files.length > 0);
  else if (verb === 'run') assert.ok(manifest.scripts[rest[0]], `package.json has no script “${rest[0]}”`);
  else {
    const packed = `../${manifest.name}/${manifest.name}-${manifest.version}.tgz`;
    assert.equal(verb, 'install');
    assert.ok([manifest.name, packed].includes(rest.at(-1) ?? ''), rest.at(-1));
  }
}

/** @param {string} text */
async function checkFramework(text) {
  for (const [entry, name] of Object.entries(STANDS_IN)) {
    const home = join(folder, 'node_modules', name);
    mkdirSync(home, { recursive: true });
    const exports = { [entry.replace(name, '.')]: './index.js' };
    writeFileSync(join(home, 'package.json'), JSON.stringify({ name, type: 'module', exports }));
    writeFileSync(join(home, 'index.js'), 'export const defineConfig = (config) => config;');
  }
  for (const [, entry] of text.matchAll(/'pagethrift(\/\w+)'/g)) {
    assert.ok(manifest.exports[`.${entry}`], `the package has no entry ${entry}`);
  }
  await runExample(text);
}

/** @param {Record<string, unknown>} json */
async function checkJson(json) {
  if (json.resources) {
    assert.ok(estimate(/** @type {any} */ (json)).estimate.ms > 0);
    return;
  }
  writeFileSync(join(folder, 'pagethrift.config.json'), JSON.stringify(json));
  await readSettings(folder, null, {});
  const named = /** @type {string} */ (json.$schema).replace('./node_modules/pagethrift/', '');
  assert.ok(existsSync(new URL(named, root)), named);
}

/** @param {string} text */
async function runExample(text) {
  writeFileSync(join(folder, 'example.mjs'), text);
  const { stderr } = await promisify(execFile)(process.execPath, ['example.mjs'], { cwd: folder });
  assert.doesNotMatch(stderr, /Error/);
}

/** @param {string} text */
async function checkConfig(text) {
  const file = join(folder, 'pagethrift.config.mjs');
  writeFileSync(file, text);
  const { default: shown } = await import(pathToFileURL(file).href);
  assert.ok(Object.keys(shown).length > 0, 'the config sets nothing');
  const { budgets } = await readSettings(folder, null, {});
  assert.equal(parseBudgets(budgets).length, shown.budgets?.length ?? 0, 'a budget of the page did not arrive');
}

/** @param {string} text */
async function checkRule(text) {
  writeFileSync(join(folder, 'rule.mjs'), text);
  const { default: rule } = await import(pathToFileURL(join(folder, 'rule.mjs')).href);
  const at = join(folder, 'case');
  mkdirSync(at);
  writeFileSync(join(at, 'before.html'), CASES['empty-title/before.html']);
  const { files } = await runRule(rule, await readSite(at));
  assert.equal(Buffer.from(files.get('before.html')?.bytes ?? []).toString(), CASES['empty-title/after.html']);
}
