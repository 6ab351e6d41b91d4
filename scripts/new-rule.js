/*
 * npm run new-rule <id>
 *
 * Creates a rule: its file, which passes the tests, one case that fires and one that stays silent, and its line in
 * rules/index.js. Continue with docs/add-a-rule.md.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { addToList, CASES, ruleText } from './new-rule/texts.js';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { root: { type: 'string' } } });
const root = values.root ? pathToFileURL(`${values.root}/`) : new URL('../', import.meta.url);
const [id] = positionals;
const fault = faultOf(id);
if (fault) {
  process.stderr.write(`new-rule: ${fault}\n`);
  process.exitCode = 2;
} else startRule(id);

/** @param {string | undefined} id */
function faultOf(id) {
  if (!id || positionals.length > 1) return 'name one rule: npm run new-rule <id>';
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)+$/.test(id))
    return `“${id}” is no id: write a noun for what is wrong in lower case with hyphens, such as “blurred-image”`;
  return existsSync(new URL(`rules/${id}.js`, root)) ? `rules/${id}.js is there already` : null;
}

/** @param {string} id */
function startRule(id) {
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  write(`rules/${id}.js`, ruleText(id, version));
  for (const [path, text] of Object.entries(CASES)) write(`fixtures/rules/${id}/${path}`, text);
  const list = readFileSync(new URL('rules/index.js', root), 'utf8');
  write('rules/index.js', addToList(list, id));
  process.stdout.write(`\nNow: node --test --test-name-pattern=${id} test/rules.long.test.js\n`);
}

/** @param {string} path @param {string} text */
function write(path, text) {
  const url = new URL(path, root);
  mkdirSync(new URL('.', url), { recursive: true });
  writeFileSync(url, text);
  process.stdout.write(`wrote ${path}\n`);
}
