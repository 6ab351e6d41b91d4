import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { warnOfUnseen } from '../../../lib/visit/verify/summary.js';
import { verifyPages } from '../../../lib/visit/verify/verify.js';
import { FULL_VIEWS } from '../../../lib/visit/verify/views.js';
import { openTestBrowser } from '../../harness/browser.js';

/** @import { ChangeInfo } from '../../../lib/visit/verify/types.js' */

/** A carousel, a counter and typed text, each at another point in every visit. */
const MOVING = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Moving</title><style>
body { margin: 0; font: 16px/1.5 monospace }
.track { position: relative; height: 120px; overflow: hidden }
.slide { position: absolute; top: 0; width: 320px; height: 120px }
.slide:nth-child(1) { background: #246 } .slide:nth-child(2) { background: #a42 }
#photo { display: block; margin-top: 200px }
</style></head><body><h1>Gallery</h1><div class="track"><div class="slide"></div><div class="slide"></div></div>
<p>Visitors: <b id="count"></b></p><p id="typed"></p>
<img id="photo" src="photo.svg" alt="The house" width="200" height="80"><p class="still">Open every day.</p><script>
const start = Math.round((performance.timeOrigin * 1000) % 997);
document.querySelectorAll('.slide').forEach((one, at) => { one.style.left = (at - start % 2) * 320 + 'px'; });
document.getElementById('count').textContent = 100 + start % 800;
const text = 'We build houses. We sell gardens. We paint walls.';
document.getElementById('typed').textContent = text.slice(0, 1 + start % text.length);
</script></body></html>`;
/** Nothing holds still: the whole page slides. */
const RESTLESS = MOVING.replace(
  'const start',
  'document.body.style.paddingTop = (performance.timeOrigin * 1000 % 211) + "px"; const start',
);
const PHOTO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"><rect width="200" height="80" fill="#8ab"/></svg>';

const browser = await openTestBrowser();

/** @param {string} id @param {Partial<ChangeInfo>} [more] @returns {ChangeInfo} */
const change = (id, more) => ({ id, rule: id, cause: `${id} file`, kind: 'same', ...more });
const PROVEN = change('proven', { isProven: true });
const RECODED = change('recoded', { kind: 'replaced', resource: 'photo.svg', isInPlace: true });
const DRAWN = change('drawn', { isDrawn: true, isOnOthers: true });
const FAULT = change('fault');
const STEPS = Object.freeze({
  proven: ['</h1>', '</h1 >'],
  fault: ['class="still"', 'class="still" style="color: red"'],
});

describe('verifyPages of a page that changes by itself', { timeout: 180_000 }, () => {
  /** @param {string} html @param {readonly ChangeInfo[]} changes */
  const verify = async (html, changes) => {
    const serve = (/** @type {string} */ page, /** @type {string} */ photo) => (/** @type {string} */ path) => {
      const text = path === 'index.html' ? page : path === 'photo.svg' ? photo : undefined;
      return text === undefined ? undefined : { bytes: Buffer.from(text) };
    };
    const build = (/** @type {string} */ _, /** @type {readonly string[]} */ ids) => {
      const steps = Object.entries(STEPS).filter(([id]) => ids.includes(id));
      const page = steps.reduce((text, [, [from, to]]) => text.replace(from, to), html);
      return serve(page, ids.includes('recoded') ? PHOTO.replace('#8ab', '#88aabc') : PHOTO);
    };
    const views = FULL_VIEWS.filter(({ name }) => name === '800' || name === '360');
    const pages = [{ path: 'index.html', changes }];
    const [verdict] = await verifyPages({ pages, before: serve(html, PHOTO), build, browser, views, mode: 'all' });
    return verdict;
  };

  it('keeps its changes, and names the places', async () => {
    const verdict = await verify(MOVING, [PROVEN, RECODED]);
    assert.deepEqual([verdict.status, verdict.original, verdict.rejected], ['same', false, []]);
    assert.deepEqual(verdict.accepted, ['proven', 'recoded']);
    const [warning] = warnOfUnseen([verdict]);
    assert.equal(warning.code, 'moving-page');
    assert.match(warning.message, /“index\.html” changes by itself/);
  });

  it('keeps an image that was verified when it was made, even if the page moved whenever it was there', async () => {
    let looks = 0;
    let isSearched = false;
    const at = (/** @type {number} */ place) => MOVING.replace('const start =', `const start = ${place}; const time =`);
    const serve = (/** @type {() => string} */ page) => (/** @type {string} */ path) => {
      const text = path === 'index.html' ? page() : path === 'photo.svg' ? PHOTO : undefined;
      return text === undefined ? undefined : { bytes: Buffer.from(text) };
    };
    const before = serve(() => {
      if (isSearched) looks += 1;
      return at(looks % 2);
    });
    const build = (/** @type {string} */ _, /** @type {readonly string[]} */ ids) => {
      isSearched ||= ids.length === 0;
      return serve(() => at(ids.length > 0 ? 1 : 0));
    };
    const views = FULL_VIEWS.filter(({ name }) => name === '800');
    const pages = [{ path: 'index.html', changes: [RECODED] }];
    const [verdict] = await verifyPages({ pages, before, build, browser, views, mode: 'all' });
    assert.deepEqual(verdict.accepted, ['recoded']);
    assert.deepEqual(verdict.rejected, []);
  });

  it('rejects what shows outside of these places', async () => {
    const verdict = await verify(MOVING, [PROVEN, FAULT, RECODED]);
    assert.equal(verdict.status, 'different');
    assert.deepEqual(
      verdict.rejected.map(({ id }) => id),
      ['fault'],
    );
    assert.deepEqual(verdict.accepted, ['proven', 'recoded']);
  });

  it('keeps what was judged elsewhere if nothing holds still', async () => {
    const verdict = await verify(RESTLESS, [PROVEN, FAULT, RECODED, DRAWN]);
    assert.equal(verdict.original, false);
    assert.deepEqual(verdict.accepted, ['proven', 'recoded', 'drawn']);
    assert.deepEqual(
      verdict.rejected.map(({ id, onlyHere }) => [id, onlyHere]),
      [['fault', true]],
    );
  });
});
