import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { main } from '../../lib/run/cli/main.js';
import { renderConfig } from '../../scripts/docs/config.js';
import { drawSavings, fillFront, readToday } from '../../scripts/docs/front.js';
import { fillPeers } from '../../scripts/docs/peers.js';
import { renderRules } from '../../scripts/docs/rules.js';
import { fillStability } from '../../scripts/docs/stability.js';
import { listBlocks, listInlineCode, listPages, root, splitWords } from './read-docs.js';

const manifest = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const COMMANDS = [
  'build',
  'merge',
  'audit',
  'check',
  'estimate',
  'validate',
  'serve',
  'init',
  'rules',
  'worker',
  'doctor',
];

/** @param {string[]} argv */
async function print(...argv) {
  let out = '';
  const stdout = { write: (/** @type {string} */ text) => (out += text) };
  await main({ argv, stdout, stderr: stdout, env: {}, cwd: '/' });
  return out;
}

test('the pages that follow from the code are current: npm run docs', () => {
  const pages = new Map([...renderRules(), ['config.md', renderConfig()]]);
  for (const [path, text] of pages) {
    const url = new URL(`docs/${path}`, root);
    assert.ok(existsSync(url), `docs/${path} is missing`);
    assert.equal(readFileSync(url, 'utf8'), text, `docs/${path} is old`);
  }
  const read = (/** @type {string} */ path) => readFileSync(new URL(path, root), 'utf8');
  const others = read('docs/other-tools.md');
  assert.equal(others, fillPeers(others, read('docs/peers.md')), 'docs/other-tools.md is old');
  const stability = read('docs/stability.md');
  const runs = JSON.parse(read('bench/stability/results.json'));
  assert.equal(stability, fillStability(stability, runs), 'docs/stability.md is old');
  const today = readToday(read('docs/today.md'));
  assert.equal(read('README.md'), fillFront(read('README.md'), today), 'README.md is old');
  assert.equal(read('docs/savings.svg'), drawSavings(today), 'docs/savings.svg is old');
  for (const name of readdirSync(new URL('docs/rules/', root)))
    assert.ok(pages.has(`rules/${name}`), `docs/rules/${name} is of no rule`);
});

test('links lead somewhere', () => {
  const rules = renderRules().map(([path, text]) => ({ path: `docs/${path}`, text }));
  for (const { path, text } of [...listPages(), ...rules]) {
    for (const [, target] of text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const url = new URL(target.split('#')[0], new URL(path, root));
      assert.ok(existsSync(url), `${path} links to ${target}`);
    }
  }
});

test('every test and attack that a page names exists', () => {
  for (const path of ['SECURITY.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'docs/reliability.md']) {
    const text = readFileSync(new URL(path, root), 'utf8');
    for (const [name] of text.matchAll(/(?<![*.\w/-])[\w/-]+(?:\.long)?\.test\.js/g))
      assert.ok(existsSync(new URL(`test/${name.replace(/^test\//, '')}`, root)), `${path}: ${name}`);
    const lists = [...text.matchAll(/\battacks? ((?:`[\w-]+`(?:, )?)+)|bench -- attack ([\w-]+)/g)];
    for (const name of lists.flatMap(([, list = '', one]) =>
      [...list.matchAll(/[\w-]+/g)].map(String).concat(one ?? []),
    ))
      assert.ok(name === 'NAME' || existsSync(new URL(`test/attack/${name}.js`, root)), `${path}: attack ${name}`);
  }
});

test('every page that a message links to exists', () => {
  const files = globSync('lib/**/*.js', { cwd: fileURLToPath(root) });
  const named = files.flatMap((path) => {
    const text = readFileSync(new URL(path.replaceAll('\\', '/'), root), 'utf8');
    return [...text.matchAll(/docsAddress\('([^']+)'(?:, '([^']+)')?/g)].map(([, page, section]) => ({
      page,
      section,
    }));
  });
  assert.ok(named.length > 0);
  for (const { page, section } of named) {
    const text = readFileSync(new URL(`docs/${page}.md`, root), 'utf8');
    if (section) assert.match(text, new RegExp(`^## ${section}$`, 'im'), `docs/${page}.md#${section}`);
  }
});

/** A folder that is audited if no command is named. */
const FOLDER = 'dist';

test('every command, flag and script that a sentence names is there', async () => {
  const help = (await Promise.all(COMMANDS.map((name) => print(name, '--help')))).join('\n');
  const flags = new Set(help.match(/--[a-z][a-z-]*/g));
  for (const page of listPages()) {
    const shell = listBlocks(page).filter(({ language }) => language === 'sh');
    const lines = shell.flatMap(({ text }) => text.split('\n')).filter((line) => line.includes('pagethrift '));
    for (const code of [...listInlineCode(page), ...lines]) {
      const words = splitWords(code);
      const [first, second] = words[0] === 'npx' ? words.slice(1) : words;
      if (first === 'pagethrift' && second && /^[a-z]/.test(second) && second !== FOLDER)
        assert.ok(COMMANDS.includes(second), code);
      if (words[0] === 'npm' && words[1] === 'run') assert.ok(manifest.scripts[words[2]] ?? !words[2], code);
      const isOurs = first === 'pagethrift' || words[0].startsWith('--');
      for (const word of isOurs ? words : [])
        if (word.startsWith('--'))
          assert.ok(word === '--' || isKnown(word, flags) || isForeign(word), `${page.path}: ${code}`);
    }
  }
});

/** @param {string} word @param {ReadonlySet<string>} flags */
function isKnown(word, flags) {
  return flags.has(word.split('=')[0]);
}

/** @param {string} word a flag of another program that a page mentions */
function isForeign(word) {
  return word.startsWith('--with-');
}

test('nothing that ships names a folder of one machine', () => {
  for (const { path, text } of listPages()) assert.doesNotMatch(text, /(?<![\w.])\/(?:work|tmp|root|home)\//, path);
});

test('the README measures every site of docs/today.md', () => {
  const today = readFileSync(new URL('docs/today.md', root), 'utf8');
  const sites = readToday(today);
  assert.equal(sites.length, today.match(/^\| pagethrift \|/gm)?.length);
  for (const { name, before, after, different } of sites) {
    assert.ok(before.bytes > 0 && after.bytes > 0 && different[1] > 0, name);
  }
});
