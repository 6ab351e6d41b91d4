import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addMovement, describeMovement, isMovement, movingBoxes, STILL } from '../../../lib/visit/verify/movement.js';

/** @import { Rendering } from '../../../lib/visit/browser/render.js' */
/** @import { Box, Difference } from '../../../lib/visit/verify/types.js' */

/** @param {readonly (readonly [tag: string, ...box: number[]])[]} elements @returns {Rendering} */
const show = (elements) =>
  /** @type {any} */ ({
    view: { name: '800' },
    seen: { elements: elements.map(([tag, ...box]) => ({ tag, box })) },
  });
const PAGE = show([
  ['body', 0, 0, 800, 2000],
  ['section', 0, 0, 800, 600],
  ['p', 20, 100, 700, 40],
  ['p', 20, 200, 700, 40],
]);
/** @param {Difference['depth']} depth @param {Box} [box] @returns {Difference} */
const differ = (depth, box) => ({
  depth,
  view: '800',
  kind: depth === 'geometry' ? 'moved' : depth,
  message: '',
  ...(box ? { box } : {}),
});

describe('addMovement', () => {
  it('takes in the element in which pixels move', () => {
    const movement = addMovement(STILL, [differ('picture', [64, 96, 32, 32])], [PAGE]);
    assert.deepEqual(movingBoxes(movement, '800'), [[20, 96, 700, 44]]);
    assert.deepEqual(movingBoxes(movement, '360'), []);
    assert.match(String(describeMovement(movement)), /changes by itself \(<p>, 700 × 44 at 20, 96\)/);
  });

  it('grows with each visit', () => {
    const once = addMovement(STILL, [differ('picture', [64, 96, 32, 32])], [PAGE]);
    const twice = addMovement(once, [differ('picture', [64, 192, 32, 32])], [PAGE]);
    assert.equal(twice.areas.length, 2);
  });

  it('explains boxes inside of an area, and nothing outside', () => {
    const movement = addMovement(STILL, [differ('picture', [64, 96, 32, 32])], [PAGE]);
    assert.ok(isMovement(movement, differ('geometry', [40, 100, 50, 20])));
    assert.ok(!isMovement(movement, differ('geometry', [20, 200, 700, 40])));
    assert.ok(!isMovement(movement, differ('meaning')));
  });

  it('does not explain an element of another size', () => {
    const movement = addMovement(STILL, [differ('picture', [64, 96, 32, 32])], [PAGE]);
    assert.ok(!isMovement(movement, { ...differ('geometry', [40, 100, 50, 20]), kind: 'resized' }));
  });

  it('explains what has no box by its kind', () => {
    const movement = addMovement(STILL, [differ('meaning')], [PAGE]);
    assert.ok(isMovement(movement, differ('meaning')));
    assert.equal(describeMovement(movement), 'changes by itself');
    assert.equal(describeMovement(STILL), null);
  });
});
