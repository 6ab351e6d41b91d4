import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fitInFamily } from '../../lib/text-images/family.js';

/**
 * A line that each face fits as well as `scores` says, and what is chosen for it.
 * @param {Record<string, number>} scores
 */
async function chooseFor(scores) {
  const kinds = { Arial: 'sans-serif', Times: 'serif', Georgia: 'serif', Cambria: 'serif', Comic: 'cursive' };
  const faces = Object.entries(kinds).map(([family, kind]) => ({
    ...{ family, stack: `${family},${kind}`, weight: 400, slant: 'normal', file: '' },
    isPlain: kind === 'sans-serif',
  }));
  const starts = Object.entries(scores)
    .map(([family, score]) => ({ setting: { face: faces.findIndex((face) => face.family === family) }, score }))
    .sort((a, b) => b.score - a.score);
  const polish = async (/** @type {unknown} */ _, /** @type {typeof starts} */ tried) =>
    tried.map(({ setting, score }) => ({ face: faces[setting.face], similarity: score }));
  const own = { job: { text: 'Guestbook' }, starts, imageHeight: 22, isProven: false };
  const [fit] = await fitInFamily(/** @type {any} */ ({ fitter: { polish }, faces }), /** @type {any} */ (own), []);
  return fit.face.family;
}

describe('the face of a line that stands alone', () => {
  test('has no serifs where a plain face fits nearly as well, be it behind several', async () => {
    assert.equal(await chooseFor({ Times: 0.913, Arial: 0.907 }), 'Arial');
    assert.equal(await chooseFor({ Times: 0.913, Georgia: 0.912, Cambria: 0.911, Arial: 0.905 }), 'Arial');
    assert.equal(await chooseFor({ Comic: 0.91, Arial: 0.9 }), 'Arial');
  });

  test('has serifs where they are seen', async () => {
    assert.equal(await chooseFor({ Times: 0.93, Arial: 0.91 }), 'Times');
    assert.equal(await chooseFor({ Arial: 0.93, Times: 0.93 }), 'Arial');
  });
});

test('a line among others is set as heavy as they are, or not at all', async () => {
  const faces = ['Times', 'Times Bold', 'Georgia'].map((family) => ({
    ...{ family, stack: `${family},serif`, slant: 'normal', file: '', isPlain: false },
    weight: family.endsWith('Bold') ? 700 : 400,
  }));
  /** @param {number[]} scores of each face */
  const lineOf = (scores) => ({
    job: { text: 'Guestbook' },
    starts: scores
      .map((score, face) => ({ setting: { face, size: 13 }, score }))
      .sort((one, other) => other.score - one.score),
    imageHeight: 22,
  });
  /** @param {unknown} _ @param {ReturnType<typeof lineOf>['starts']} tried */
  const polish = async (_, tried) =>
    tried.map(({ setting, score }) => ({ face: faces[setting.face], similarity: score, ...LOOK }));
  const LOOK = { text: 'Guestbook', sizePx: 13, scaleX: 1, letterSpacingPx: 0, wordSpacingPx: 0, x: 0, baseline: 10 };
  const fitter = { polish, adopt: async (/** @type {unknown} */ _, /** @type {object} */ fit) => fit };
  const regular = [lineOf([0.93, 0.87, 0.9]), lineOf([0.92, 0.88, 0.9])];
  const doubtful = lineOf([0.88, 0.9, 0.87]);
  const fits = await fitInFamily(
    /** @type {any} */ ({ fitter, faces }),
    /** @type {any} */ (doubtful),
    /** @type {any} */ (regular),
  );
  assert.deepEqual([...new Set(fits.map(({ face }) => face.weight))], [400]);
});
