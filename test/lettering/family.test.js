import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fitInFamily } from '../../lib/lettering/family.js';

/** A line that each face fits as well as `scores` says, and what is chosen for it. @param {Record<string, number>} scores */
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
