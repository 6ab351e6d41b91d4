import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { listParsers, OTHERS, PARSERS } from './attack/support/parsers.js';

const root = new URL('..', import.meta.url);
/** @type {Record<string, string[] | '*'>} */
const layers = JSON.parse(readFileSync(new URL('lib/layers.json', root), 'utf8'));

test('the layer list names every folder of lib, and no other', () => {
  const folders = readdirSync(new URL('lib/', root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'text' && entry.name !== 'base')
    .map(({ name }) => name);
  const named = new Set(Object.keys(layers).map((layer) => layer.split('/')[0]));
  assert.deepEqual([...named].toSorted(), folders.toSorted());
  for (const allowed of Object.values(layers)) {
    if (allowed !== '*') for (const name of allowed) assert.ok(name in layers, `${name} is no folder of lib`);
  }
});

test('ARCHITECTURE.md says of every layer what it may and may not do', () => {
  const text = readFileSync(new URL('ARCHITECTURE.md', root), 'utf8');
  for (const name of Object.keys(layers))
    assert.match(text, new RegExp(`^#{3,4} lib/${name}\\b`, 'm'), `lib/${name} has no section`);
});

test('each exported parser has a worst input, or a reason why not', () => {
  const listed = listParsers();
  const known = [...Object.keys(PARSERS), ...Object.keys(OTHERS)];
  assert.deepEqual(
    listed.filter((name) => !known.includes(name)),
    [],
  );
  assert.deepEqual(
    known.filter((name) => !listed.includes(name)),
    [],
  );
});
