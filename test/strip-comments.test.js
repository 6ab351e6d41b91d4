import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'acorn';
import { stripComments } from '../scripts/release/strip-comments.js';

const root = fileURLToPath(new URL('..', import.meta.url));

test('comments are removed, and lines keep their numbers', () => {
  const source = `#!/usr/bin/env node
/**
 * Adds.
 */
export function add(/** @type {number} */ a, b) { // sum
  return/**/a + b; /* end
  */ }
const text = \`// no comment   
/* none */\`;
`;
  assert.equal(
    stripComments(source),
    `#!/usr/bin/env node



export function add( a, b) {
  return a + b;
 }
const text = \`// no comment   
/* none */\`;
`,
  );
});

test('licences and instructions for tools stay', () => {
  for (const comment of ['/*! MIT */', '/* @license MIT */', '// Copyright 2020 A', '/* @__PURE__ */'])
    assert.equal(stripComments(`${comment}\nf();\n`), `${comment}\nf();\n`);
});

test('every packed module is the same program without its comments, line by line', () => {
  for (const path of globSync(['bin/**/*.js', 'lib/**/*.js', 'rules/**/*.js'], { cwd: root })) {
    const source = readFileSync(`${root}/${path}`, 'utf8');
    const stripped = stripComments(source);
    assert.equal(describe(stripped), describe(source), path);
  }
});

/** Describes a program with the lines of its parts, without their columns. @param {string} source */
function describe(source) {
  const tree = parse(source, { ecmaVersion: 'latest', sourceType: 'module', locations: true });
  return JSON.stringify(tree, (key, value) => {
    if (key === 'start' || key === 'end') return value?.line;
    // A large integer has no form in JSON.
    return typeof value === 'bigint' ? String(value) : value;
  });
}
