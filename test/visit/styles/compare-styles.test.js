import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareStyles } from '../../../lib/visit/styles/compare-styles.js';

/**
 * @import { ComputedStyle, StyledElement, StyledText, StyleSnapshot } from '../../../lib/visit/styles/read-styles.js'
 */

/** @type {readonly ComputedStyle[]} */
const STYLES = [
  { own: 'display: block', text: 'color: black; font-size: 16px' },
  { own: 'display: inline', text: 'color: red; font-size: 13px' },
  { own: 'display: block', text: 'color: red; font-size: 13px' },
  { own: 'display: block; padding-top: 4px', text: 'color: black; font-size: 16px' },
];

/** @param {string} tag @param {number} style @param {Partial<StyledElement>} [more] @returns {StyledElement} */
const element = (tag, style, more = {}) => ({
  kind: 'element',
  tag,
  mark: tag,
  style,
  drawsText: false,
  box: [0, 0, 100, 20],
  ...more,
});

/** @param {string} said @param {number} style @param {StyledText['boxes']} [boxes] @returns {StyledText} */
const text = (said, style, boxes = [[0, 0, 40, 15]]) => ({ kind: 'text', text: said, style, boxes });

/** @param {readonly (StyledElement | StyledText)[]} nodes @returns {StyleSnapshot} */
const page = (...nodes) => ({ mode: 'BackCompat', styles: STYLES, nodes });

/** @param {ReturnType<typeof compareStyles>} found */
const kinds = (found) => found.map(({ kind }) => kind);

test('a font may go where an element around it takes over what it says', () => {
  const before = page(element('td', 0), element('font', 1, { box: null }), text('Amber', 1));
  const after = page(element('td', 2), text('Amber', 2));
  assert.deepEqual(compareStyles(before, after), []);
});

test('a text that gets another colour is a difference, and says which', () => {
  const [found, ...others] = compareStyles(page(text('Amber', 0)), page(text('Amber', 1)));
  assert.deepEqual(others, []);
  assert.deepEqual([found.kind, found.what], ['style', 'Amber']);
  assert.match(`${found.before} ${found.after}`, /color: black.*color: red/);
});

test('a text that moves is a difference', () => {
  const moved = compareStyles(page(text('Amber', 0)), page(text('Amber', 0, [[0, 1, 40, 15]])));
  assert.deepEqual(kinds(moved), ['box']);
});

test('an element that stays keeps what is its own', () => {
  assert.deepEqual(kinds(compareStyles(page(element('td', 0)), page(element('td', 3)))), ['style']);
  assert.deepEqual(kinds(compareStyles(page(element('td', 0)), page(element('td', 0, { box: [0, 0, 99, 20] })))), [
    'box',
  ]);
});

test('what draws in its text style keeps that too', () => {
  const item = (/** @type {number} */ style) => page(element('li', style, { drawsText: true }));
  assert.deepEqual(kinds(compareStyles(item(0), item(2))), ['style']);
});

test('an element that is lost, a text that is lost and another mode are differences', () => {
  assert.deepEqual(kinds(compareStyles(page(element('b', 0), element('td', 0)), page(element('td', 0)))), ['element']);
  assert.deepEqual(kinds(compareStyles(page(text('a', 0), text('b', 0)), page(text('a', 0)))), ['text']);
  assert.deepEqual(kinds(compareStyles(page(), { ...page(), mode: 'CSS1Compat' })), ['mode']);
});

test('texts that only a wrapper parted are one', () => {
  const before = page(
    text('A', 0, [[0, 0, 10, 15]]),
    element('font', 0, { box: null }),
    text('mber', 0, [[10, 0, 30, 15]]),
  );
  const joined = page(text('A mber', 0, [[0, 0, 40, 15]]));
  assert.deepEqual(compareStyles(before, joined), []);
});
