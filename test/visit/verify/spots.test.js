import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rememberSpots } from '../../../lib/visit/verify/spots.js';
import { FULL_VIEWS } from '../../../lib/visit/verify/views.js';

/** @import { SeenPage } from '../../../lib/visit/browser/read.js' */
/** @import { Traffic } from '../../../lib/visit/browser/serve.js' */
/** @import { ChangeInfo } from '../../../lib/visit/verify/types.js' */

const [USUAL, DENSE] = [1, 2].map((wanted) => FULL_VIEWS.findLast(({ scale, scripts }) => scripts && scale === wanted));
const ELEMENTS = [
  { tag: 'p', box: [0, 0, 800, 50], shows: [] },
  { tag: 'img', box: [0, 4000, 300, 200], shows: ['https://pagethrift.invalid/small.avif'] },
  { tag: 'img', box: [0, 6000, 0, 0], shows: ['https://pagethrift.invalid/hidden.png'] },
  { tag: 'iframe', box: [0, 8000, 400, 300], shows: [] },
];

/**
 * Returns the boxes to capture below the head of a page, or null for the whole page.
 * @param {Record<string, string>} files after the changes, by path
 * @param {{ view?: typeof DENSE, asksDensity?: boolean, own?: object[] }} [options] `own`: further elements
 */
function listSpots(files, { view = DENSE, asksDensity = false, own = [] } = {}) {
  assert.ok(view);
  const lookup = (/** @type {string} */ path) => ({ bytes: Buffer.from(files[path] ?? '') });
  const traffic = /** @type {Traffic} */ (/** @type {unknown} */ ({ served: Object.keys(files) }));
  const seen = /** @type {SeenPage} */ (/** @type {unknown} */ ({ elements: [...ELEMENTS, ...own] }));
  /** @type {ChangeInfo[]} */
  const changes = [{ id: '1', rule: 'r', cause: 'r', kind: 'same' }];
  const spotsIn = rememberSpots(changes, [() => ({ bytes: Buffer.from('') }), lookup]);
  return spotsIn(view, { traffic, asksDensity })?.(seen) ?? null;
}

describe('on a dense screen, below the head of a page', () => {
  it('nothing is captured if nothing selects by density and no image was replaced', () => {
    assert.deepEqual(listSpots({ 'index.html': '<img src=a.png>', 'a.js': 'devicePixelRatio' }), []);
  });

  it('images and frames are captured if only source sets select by density', () => {
    assert.deepEqual(listSpots({ 'index.html': '<img srcset="a.avif 300w">' }), [
      [0, 4000, 300, 200],
      [0, 8000, 400, 300],
    ]);
  });

  it('images are captured, too, if a script writes source sets, and custom elements, which may contain some', () => {
    const own = [{ tag: 'my-photo', box: [0, 5000, 90, 90], shows: [] }];
    assert.deepEqual(listSpots({ 'index.html': '<p>', 'a.js': 'devicePixelRatio; img.srcset = set' }, { own }), [
      [0, 4000, 300, 200],
      [0, 8000, 400, 300],
      [0, 5000, 90, 90],
    ]);
  });

  it('everything is captured if a style sheet, or a script that runs, asks for the density', () => {
    assert.equal(listSpots({ 'index.html': '<img srcset="a 2x">', 'a.css': '@media (min-resolution: 2x) {}' }), null);
    assert.equal(listSpots({ 'index.html': '<script>scale(devicePixelRatio)</script>' }), null);
    assert.equal(listSpots({ 'index.html': '<p>' }, { asksDensity: true }), null);
  });

  it('is no matter on a usual screen, which is captured as a whole', () => {
    assert.equal(listSpots({ 'index.html': '<p>' }, { view: USUAL }), null);
  });
});
