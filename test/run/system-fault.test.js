import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InputError } from '../../lib/base/errors.js';
import { explainFault } from '../../lib/run/system-fault.js';

test('a folder that cannot be made is wrong input, a file that is not there a fault', () => {
  const fault = (/** @type {string} */ syscall) =>
    Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall, path: '/read-only/cache' });
  const explained = explainFault(fault('mkdir'));
  assert.ok(explained instanceof InputError);
  assert.match(explained.message, /^\/read-only\/cache: .*its disk is read-only/);
  assert.ok(!(explainFault(fault('open')) instanceof InputError));
});

test('a network disk that does not respond is not a bug', () => {
  for (const code of ['ESTALE', 'ETIMEDOUT', 'EHOSTDOWN', 'EIO']) {
    const fault = Object.assign(new Error(code), {
      code,
      syscall: 'rename',
      path: '/net/cache/a',
      dest: '/net/cache/b',
    });
    const explained = explainFault(fault);
    assert.ok(explained instanceof InputError, code);
    assert.match(explained.message, /^\/net\/cache\/a → \/net\/cache\/b: the (?:network )?disk /);
  }
});
