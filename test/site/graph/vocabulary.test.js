import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canApply, joinNames, listNames } from '../../../lib/site/graph/vocabulary.js';

const vocabulary = { tags: ['html', 'body', 'a'], classes: joinNames(['card', 'card-title']), ids: joinNames(['top']) };

test('a rule applies if the page has all names of one of its selectors, as whole names', () => {
  for (const selector of ['.card', 'a.card-title', '#top a', 'b, #top', 'a:not(.gone)'])
    assert.equal(canApply(selector.split(', '), vocabulary), true, selector);
  for (const selector of ['.title', '.car', '#to', '#card', '.top', 'b', 'a .card b'])
    assert.equal(canApply([selector], vocabulary), false, selector);
});

test('names that are stored as one text are the same again', () => {
  for (const names of [[], ['a'], ['a', 'ä\n', 'b c']]) assert.deepEqual(listNames(joinNames(names)), names);
});
