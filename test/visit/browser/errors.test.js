import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameError } from '../../../lib/visit/browser/tab.js';

test('an error has one name, whether Chromium describes it or the place at which it was thrown', () => {
  const description = [
    "SyntaxError: Failed to execute 'json' on 'Response': Unexpected end of JSON input",
    '    at https://pagethrift.invalid/app.js:1:1',
  ].join('\n');
  const described = { text: 'Uncaught (in promise)', exception: { description } };
  const thrown = { text: 'Uncaught (in promise) SyntaxError: Unexpected end of JSON input' };
  assert.equal(nameError(described), 'SyntaxError: Unexpected end of JSON input');
  assert.equal(nameError(thrown), nameError(described));
  assert.equal(nameError({ text: 'Uncaught TypeError: it is not a function' }), 'TypeError: it is not a function');
  assert.equal(nameError({ text: 'Uncaught', exception: { description: 'Error: lost' } }), 'Error: lost');
});
