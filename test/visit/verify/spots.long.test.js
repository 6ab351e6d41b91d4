import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listBands } from '../../../lib/visit/browser/screenshot.js';
import { verifyPages } from '../../../lib/visit/verify/verify.js';
import { FULL_VIEWS } from '../../../lib/visit/verify/views.js';
import { openTestBrowser } from '../../harness/browser.js';

/** @import { Spot } from '../../../lib/visit/browser/screenshot.js' */

const ROOM = { width: 800, height: 12_000, scale: 2, viewportHeight: 12_000, isCut: false };
const HEAD = 1875;

describe('listBands', () => {
  it('pictures all of a short page, and of a tall one where all matters', () => {
    assert.deepEqual(listBands({ ...ROOM, height: 1800 }, [[0, 1000, 10, 10]]), [{ y: 0, height: 1800 }]);
    assert.deepEqual(listBands(ROOM, null), [{ y: 0, height: 12_000 }]);
  });

  it('pictures the head of a tall page on a dense screen, and every spot below with what is around it', () => {
    /** @type {Spot[]} */
    const spots = [
      [10, 11_990, 40, 20],
      [10, 9000, 100, 30],
      [10, 100, 100, 30],
      [300, 9200, 100, 30],
    ];
    assert.deepEqual(listBands(ROOM, spots), [
      { y: 0, height: HEAD },
      { y: 8960, height: 310 },
      { y: 11_950, height: 50 },
    ]);
  });
});

const [oneTab, twoTabs] = await Promise.all([1, 2].map((jobs) => openTestBrowser({ jobs })));

describe('a tall page on a dense screen', { timeout: 60_000 }, () => {
  const dot =
    `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20" fill="#357"/>` +
    `</svg>`;
  const page = (/** @type {string} */ mark, /** @type {string} */ style) =>
    `<!doctype html><style>${style} i { display: block; width: 20px; height: 20px; background: #357 }</style>` +
    `<div style="height: 6000px"></div>${mark}`;
  const image = '<img src=dot.svg style="display: block">';
  const views = FULL_VIEWS.filter(({ scale }) => scale === 2);

  /**
   * @param {string} before @param {string} after @param {import('../../../lib/visit/browser/open.js').OpenBrowser}
   * [browser]
   */
  const verify = async (before, after, browser = oneTab) => {
    const lookup = (/** @type {string} */ html) => (/** @type {string} */ path) =>
      path === 'index.html' ? { bytes: Buffer.from(html) } : { bytes: Buffer.from(dot) };
    const change = {
      id: 'dot',
      rule: 'dot',
      cause: 'dot',
      kind: /** @type {const} */ ('replaced'),
      resource: 'dot.svg',
    };
    const [verdict] = await verifyPages({
      pages: [{ path: 'index.html', changes: [change] }],
      before: lookup(before),
      build: (_, ids) => lookup(ids.length > 0 ? after : before),
      browser,
      views,
    });
    return verdict.status;
  };

  it('is looked at where pictures were replaced, far down too', async () => {
    assert.equal(await verify(page(image, ''), page('<i></i>', '')), 'same');
    assert.equal(await verify(page(image, ''), page('<i style="background: #fd3"></i>', '')), 'different');
  });

  it('is looked at in the same places where both looks run at once', async () => {
    assert.equal(await verify(page(image, ''), page('<i></i>', ''), twoTabs), 'same');
    assert.equal(await verify(page(image, ''), page('<i style="background: #fd3"></i>', ''), twoTabs), 'different');
  });

  it('is looked at everywhere where something asks for density', async () => {
    const asks = (/** @type {string} */ colour) =>
      page(
        `${image}<div style="height: 3000px"></div><p>far</p>`,
        `@media (min-resolution: 2dppx) { p { color: ${colour} } }`,
      );
    assert.equal(await verify(asks('#234'), asks('#a34')), 'different');
    const silent = asks('#234').replace(/@media[^}]*}\s*}/, '');
    assert.equal(await verify(silent, asks('#a34')), 'different');
  });
});
