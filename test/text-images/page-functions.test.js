import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'acorn';
import { pageFunctions } from '../../lib/text-images/fit-page.js';

const root = new URL('../../', import.meta.url);

test('what is set and measured in a page uses nothing that is not sent there', () => {
  const sent = new Set(pageFunctions.map(({ name }) => name));
  for (const path of globSync('lib/text-images/fit-*.js', { cwd: root })) {
    const code = readFileSync(new URL(path, root), 'utf8');
    for (const statement of parse(code, { ecmaVersion: 'latest', sourceType: 'module' }).body) {
      if (statement.type !== 'ImportDeclaration') continue;
      for (const { local } of statement.specifiers) assert.ok(sent.has(local.name), `${path} imports ${local.name}`);
    }
  }
});
