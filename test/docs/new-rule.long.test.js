import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = join(root, 'scripts/new-rule.js');
const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-new-rule-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

test('a new rule passes the tests as it stands, and is listed', { timeout: 60_000 }, () => {
  for (const name of ['lib', 'rules', 'bin', 'test', 'package.json'])
    cpSync(join(root, name), join(scratch, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'), 'dir');
  // Only its own cases are run. The other rules need their folders to exist.
  mkdirSync(join(scratch, 'fixtures'));
  cpSync(join(root, 'fixtures/rules'), join(scratch, 'fixtures/rules'), { recursive: true });
  execFileSync(process.execPath, [program, 'blurred-words', '--root', scratch]);
  const text = readFileSync(join(scratch, 'rules/blurred-words.js'), 'utf8');
  for (const [, path] of text.matchAll(/'(\.\.?\/[^']+)'/g)) assert.ok(existsSync(join(scratch, 'rules', path)), path);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const tested = spawnSync(
    process.execPath,
    ['--test', '--test-reporter=tap', '--test-name-pattern=blurred-words', 'test/rules.long.test.js'],
    { cwd: scratch, env, encoding: 'utf8' },
  );
  assert.equal(tested.status, 0, tested.stdout);
  assert.match(tested.stdout, /^# tests 2$/m);
  const listed = execFileSync(process.execPath, ['bin/pagethrift.js', 'rules'], { cwd: scratch, encoding: 'utf8' });
  assert.match(listed, /^blurred-words {2}/m);
  const names = [...readFileSync(join(scratch, 'rules/index.js'), 'utf8').matchAll(/from '(.*)'/g)].map(
    ([, name]) => name,
  );
  assert.deepEqual(names, names.toSorted());
});

for (const [what, args] of /** @type {const} */ ([
  ['no id', []],
  ['an id that is no file name', ['Blurred Words']],
  ['an id that is taken', ['text-image']],
])) {
  test(`${what} is refused with what to do`, () => {
    const { status, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
    assert.equal(status, 2);
    assert.match(stderr, /^new-rule: /);
  });
}
