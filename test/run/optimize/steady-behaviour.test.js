import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differsFrom, steadyPartOf } from '../../../lib/run/optimize/steady-behaviour.js';

/** @import { PageRecord } from '../../../lib/visit/types.ts' */

const LOST = 'error: ReferenceError: changeImages is not defined';
const OTHER = 'error: ReferenceError: newImage is not defined';
const seen = (/** @type {string[]} */ ...behaviour) =>
  /** @type {PageRecord} */ (/** @type {unknown} */ ({ behaviour, missing: [], isBlank: false }));

test('an error that ends is no difference, a new one is', () => {
  const steady = steadyPartOf([seen('menu opens', LOST, OTHER)]);
  assert.equal(differsFrom(steady, seen('menu opens', OTHER)), false);
  assert.equal(differsFrom(steadyPartOf([seen('menu opens', OTHER)]), seen('menu opens', LOST, OTHER)), true);
});

test('another answer is a difference, although an error ends', () => {
  const steady = steadyPartOf([seen('menu opens', LOST)]);
  assert.equal(differsFrom(steady, seen('menu stays closed')), true);
  assert.equal(differsFrom(steady, seen()), true);
});

test('an answer or error that comes by chance is no difference', () => {
  const steady = steadyPartOf([seen('message 1', LOST), seen('message 2')]);
  assert.equal(differsFrom(steady, seen('message 3', LOST)), false);
});
