import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

/*
 * What Biome does not check of how the code looks. Functions of at most 60 lines and files of at most 300 are rules in
 * biome.json.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
/** The code itself; what lies deeper in fixtures are sites. */
const CODE = ['{action,bench,bin,lib,rules,test}/**/*.{js,ts}', 'fixtures/*/*.js'];
const sources = globSync(CODE, { cwd: root }).map((path) => ({
  path: path.replaceAll('\\', '/'),
  lines: readFileSync(`${root}/${path}`, 'utf8').split('\n'),
}));

test('no line is longer than 120 characters', () => {
  const long = sources.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) => (line.length > 120 ? [`${path}:${index + 1} has ${line.length}`] : [])),
  );
  assert.deepEqual(long, [], 'wrap these lines');
});

test('lib/optimize composes stages and stays small', () => {
  const own = sources.filter(({ path }) => path.startsWith('lib/optimize/'));
  const lines = own.reduce((sum, file) => sum + file.lines.length, 0);
  assert.ok(own.length <= 15, `${own.length} files: move what belongs to a stage into its folder`);
  assert.ok(lines <= 1500, `${lines} lines: move what belongs to a stage into its folder`);
});
