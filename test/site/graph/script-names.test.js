import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexPaths } from '../../../lib/site/graph/resolve-url.js';
import { filesNamedIn } from '../../../lib/site/graph/script-names.js';

const files = ['img/day_1.gif', 'img/day_2.gif', 'img/logo.gif', 'old/img/day_3.gif', 'photos/a/dog.gif', 'dot.gif'];

const namedIn = (/** @type {string} */ code) => [...filesNamedIn(code, ['index.html'], indexPaths(files))];

test('whole names and all that an end of a name may belong to', () => {
  assert.deepEqual(namedIn('x.src = "img/logo.gif"'), ['img/logo.gif']);
  assert.deepEqual(namedIn('x.src = name + ".gif"'), files);
  assert.deepEqual(namedIn('x.src = "img/" + names[i] + "_2.gif"'), ['img/day_2.gif']);
});

test('where it stands how the name begins, others are not named', () => {
  const days = ['img/day_1.gif', 'img/day_2.gif', 'old/img/day_3.gif'];
  assert.deepEqual(namedIn('x.src = "img/day_" + n + ".gif"'), days);
  assert.deepEqual(namedIn('document.write("<img src=\\"img/day_"+n+".gif\\" alt=\\"\\">")'), days);
  assert.deepEqual(namedIn("document.write('<img src=./img/Day_' + list[n] + '.gif>')"), days);
  assert.deepEqual(namedIn('x.src = "photos/" + n + ".gif"'), ['photos/a/dog.gif']);
});

test('a beginning that is too long to be seen whole is none', () => {
  assert.deepEqual(namedIn(`x.src = folder +${' '.repeat(300)}"day_" + n + ".gif"`), files);
  assert.deepEqual(namedIn(`x.src = "${'far/'.repeat(60)}img/day_" + n + ".gif"`), files);
});

test('what is added to something else, or stands elsewhere too, says nothing of how names begin', () => {
  assert.deepEqual(namedIn('x.src = folder + "day_" + n + ".gif"'), files);
  assert.deepEqual(namedIn('s += "_" + n + ".gif"'), files);
  assert.deepEqual(namedIn('x.src = "img/day_" + n + ".gif"; y.src = name + ".gif"'), files);
  assert.deepEqual(namedIn('x.src = "http://host/img/day_" + n + ".gif"'), files);
});
