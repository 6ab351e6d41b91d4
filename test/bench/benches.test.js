import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
/** @type {{ name: string, file?: string }[]} */
const benches = JSON.parse(readFileSync(new URL('bench/benches.json', root), 'utf8'));
const fileOf = (/** @type {{ name: string, file?: string }} */ { name, file }) => file ?? `${name}.js`;

test('every bench of the list exists, and every program of the folder is listed', () => {
  for (const bench of benches) assert.ok(existsSync(new URL(`bench/${fileOf(bench)}`, root)), bench.name);
  const listed = new Set(benches.map(fileOf));
  const programs = readdirSync(new URL('bench/', root)).filter((file) => file.endsWith('.js'));
  const shared = new Set(['index.js', 'random.js', 'lettering-generated.js']);
  assert.deepEqual(
    programs.filter((file) => !listed.has(file) && !shared.has(file)),
    [],
  );
});

test('an unknown bench is an error that says how to list them', () => {
  const { status, stderr } = spawnSync(process.execPath, [fileURLToPath(new URL('bench/index.js', root)), 'peer'], {
    encoding: 'utf8',
  });
  assert.equal(status, 2);
  assert.match(stderr, /“npm run bench” lists them/);
});

test('package.json has at most 12 scripts', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  assert.ok(Object.keys(scripts).length <= 12, Object.keys(scripts).join(', '));
});
