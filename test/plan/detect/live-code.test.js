import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isBroken, liveParts, readCode, recallCode } from '../../../lib/plan/detect/live-code.js';

/** @param {string} code @param {string[]} said */
const live = (code, said = []) =>
  liveParts(readCode(code).parts, (name) => said.includes(name))
    .map(({ text }) => text)
    .join('\n');

const library = `
var ready = true;
function unused() { return document.images; }
function used() { return helper() + 1; }
function helper() { return 41; }
`;

test('what nothing calls is left out, and what it calls with it', () => {
  assert.doesNotMatch(live(library), /document\.images|helper|used/);
  assert.match(live(library), /var ready = true/);
});

test('what is said elsewhere is kept, and all that it calls', () => {
  const text = live(library, ['used']);
  assert.match(text, /function used/);
  assert.match(text, /function helper/);
  assert.doesNotMatch(text, /document\.images/);
});

test('what a script does by itself is always kept: handlers it sets, functions it holds, strings it runs', () => {
  const sets = 'window.onload = first;\nvar second = function () { third(); };\nsetTimeout("fourth()", 9);\n';
  const declared = ['first', 'third', 'fourth', 'fifth']
    .map((name) => `function ${name}() { mark_${name}; }`)
    .join('\n');
  const text = live(sets + declared);
  for (const name of ['first', 'third', 'fourth']) assert.match(text, new RegExp(`mark_${name}`));
  assert.doesNotMatch(text, /mark_fifth/);
});

test('functions in blocks are declared for the whole page, those in other functions are not', () => {
  const code =
    'if (old) { function a() {} } else function b() {}\ntry { function c() {} } catch (e) { (function () { ' +
    'function d() {} })() }';
  assert.deepEqual(
    readCode(code).parts.flatMap(({ name }) => name ?? []),
    ['a', 'b', 'c'],
  );
  assert.equal(readCode(code).isRead, true);
  assert.equal(readCode('function a( {').isRead, false);
});

test('the parts of a script can be kept as plain data without its text', () => {
  const codes = [
    'go(document.images[i + 1].src);\nfunction go(a) { i = a; document.images["x" + a].src = "b.gif" }\nvar i = 0;',
    'function a( { oops',
  ];
  for (const code of codes) {
    /** @type {unknown} */
    let kept;
    recallCode(code, (split) => {
      const found = split();
      kept = structuredClone(found);
      return found;
    });
    assert.doesNotMatch(JSON.stringify(kept), /b\.gif/);
    const recalled = recallCode(code, () => /** @type {ReturnType<Parameters<typeof recallCode>[1]>} */ (kept));
    assert.deepEqual(structuredClone(recalled), structuredClone(readCode(code)));
  }
});

test('what is no script that can be read is kept whole', () => {
  for (const code of ['function a( { oops', '{"json": 1} function b() {}', 'return true;'])
    assert.equal(live(code), code);
});

test('in any order of functions and calls, all that a called function reaches is kept, and nothing else', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const calls = fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names)));
  fc.assert(
    fc.property(
      calls,
      fc.shuffledSubarray(names, { minLength: names.length }),
      fc.subarray(names),
      (pairs, order, roots) => {
        const code = order
          .map(
            (name) =>
              `function ${name}() { 'body-${name}'; ` +
              `${pairs.flatMap(([from, to]) => (from === name ? `${to}(); ` : [])).join('')}}`,
          )
          .join('\n');
        const reached = new Set(roots);
        for (const name of reached) for (const [from, to] of pairs) if (from === name) reached.add(to);
        const text = live(code, roots);
        for (const name of names) assert.equal(text.includes(`'body-${name}'`), reached.has(name));
      },
    ),
  );
});

test('what browsers cannot read does nothing; other languages, encodings and server code are left alone', () => {
  const bytes = (/** @type {string} */ text) => Buffer.from(text).toString('latin1');
  const broken = ['var a = b() var c;', '<!DOCTYPE html><title>404</title>', 'function a( {'];
  const whole = [
    'var a = b()\nvar c;',
    '<!-- old\nvar a;\n// -->',
    bytes('var größe = "über";'),
    bytes('\uFEFFvar a;'),
  ];
  // In Shift_JIS, the second byte of the word's last character is a backslash.
  const others = [
    'let a = 1; {',
    'import a from "a";',
    'var a = await b;',
    'var a = "\x95\x5C";',
    'var a = <?= $a ?>;',
    'var a = {{ a }};',
  ];
  for (const code of broken) assert.equal(isBroken(code), true, code);
  for (const code of [...whole, ...others]) assert.equal(isBroken(code), false, code);
});
