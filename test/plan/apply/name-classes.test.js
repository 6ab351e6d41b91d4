import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cssOf } from '../../../lib/plan/apply/name-classes.js';

test('further rules follow the class, or name it', () => {
  const arial = {
    name: 'arial',
    css: 'color:red',
    more: { ' a': 'color:blue', '&:hover,:focus-visible>&': 'color:green' },
  };
  assert.equal(cssOf([arial]), '.arial{color:red}.arial a{color:blue}.arial:hover,:focus-visible>.arial{color:green}');
});
