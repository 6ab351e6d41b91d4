import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { comparePictures } from '../../../lib/visit/verify/compare-pictures.js';
import { findCulprits } from '../../../lib/visit/verify/culprits.js';
import { alignSequences } from '../../../lib/visit/verify/diff.js';
import { markDifferences } from '../../../lib/visit/verify/evidence.js';
import { measureLikeness } from '../../../lib/visit/verify/likeness.js';
import { compareMeaning } from '../../../lib/visit/verify/meaning.js';
import { decodePng, encodePng } from '../../../lib/visit/verify/png.js';
import { recallVerdict, rememberVerdict } from '../../../lib/visit/verify/remember.js';
import { orderBySuspicion } from '../../../lib/visit/verify/roll-back.js';
import { pairPictures } from '../../../lib/visit/verify/screenshots.js';
import { processorMs } from '../../harness/processor-time.js';

/** @import { Rendering } from '../../../lib/visit/browser/render.js' */
/** @import { KnownVerdict } from '../../../lib/visit/verify/remember.js' */
/** @import { ChangeInfo, Pixels, Verdict } from '../../../lib/visit/verify/types.js' */

/** @param {number} width @param {number} height @param {(x: number, y: number) => number} level @returns {Pixels} */
const draw = (width, height, level) => {
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rgba.fill(level(x, y), (y * width + x) * 4, (y * width + x) * 4 + 3);
  return { width, height, rgba };
};

describe('alignSequences', () => {
  it('pairs equal items in order, and gaps hold all the rest', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 30 });
    fc.assert(
      fc.property(words, words, (before, after) => {
        const { pairs, gaps } = alignSequences(before, after);
        for (const [index, [x, y]] of pairs.entries()) {
          assert.equal(before[x], after[y]);
          if (index > 0) assert.ok(x > pairs[index - 1][0] && y > pairs[index - 1][1]);
        }
        const left = [...pairs.map(([x]) => x), ...gaps.flatMap((gap) => gap.before)].sort((a, b) => a - b);
        const right = [...pairs.map(([, y]) => y), ...gaps.flatMap((gap) => gap.after)].sort((a, b) => a - b);
        assert.deepEqual(left, [...before.keys()]);
        assert.deepEqual(right, [...after.keys()]);
      }),
    );
  });

  it('leaves no gap between equal sequences', () => {
    fc.assert(fc.property(fc.array(fc.string()), (items) => assert.deepEqual(alignSequences(items, items).gaps, [])));
  });

  it('stays quick where thousands of like things are replaced', () => {
    const before = Array.from({ length: 20_000 }, (_, index) => (index % 2 ? 'img' : 'td'));
    const after = before.map((tag, index) => (tag === 'img' && index % 4 === 1 ? 'span' : tag));
    assert.ok(processorMs(() => alignSequences(before, after)) < 5000, 'not quadratic');
  });
});

describe('compareMeaning', () => {
  /** @param {string[]} words @returns {Rendering} */
  const spoken = (words) =>
    /** @type {any} */ ({
      view: { name: '800' },
      accessibilityText: words,
      seen: { forms: [], links: [], maps: [], document: [] },
      traffic: { navigations: [], missing: [], external: [] },
      ...{ errors: [], dialogs: [], limits: [] },
    });
  const change = (/** @type {string} */ text) => /** @type {ChangeInfo} */ ({ id: '1', rule: 'text-image', text });

  it('allows the texts of replaced images anywhere, whatever is read before and after them', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
    const parts = fc.array(fc.tuple(words, words), { maxLength: 4 });
    fc.assert(
      fc.property(parts, (all) => {
        const before = all.flatMap(([kept]) => kept);
        const after = all.flat(2);
        const changes = all.map(([, text]) => change(text.join(' ')));
        assert.deepEqual(compareMeaning(spoken(before), spoken(after), changes), []);
      }),
    );
  });

  it('finds words that are lost, and others than those of replaced images', () => {
    const before = 'locating and inspecting classic cars'.split(' ');
    const heading = 'locating classic cars'.split(' ');
    const said = (/** @type {string[]} */ after) =>
      compareMeaning(spoken(before), spoken(after), [change('Locating Classic Cars')]).map(({ message }) => message);
    assert.deepEqual(said([...heading, ...before]), []);
    assert.deepEqual(said([...heading, ...before.slice(0, 4)]).length, 1);
    assert.deepEqual(said(['new', ...before]), ['read aloud, it says “new” instead of “”']);
  });
});

describe('orderBySuspicion', () => {
  /** @param {string} name @param {number} top */
  const renderingOf = (name, top) => {
    const elements = ['a', 'b'].map((id, index) => ({
      ...{ tag: 'img', mark: id, text: '', shows: [`http://site/${id}.png`] },
      box: [0, top + index * 300, 200, 100],
    }));
    return /** @type {Rendering} */ (/** @type {unknown} */ ({ view: { name }, seen: { elements } }));
  };

  it('begins with images at a difference, in its view, and ends with images elsewhere', () => {
    const pathOf = (/** @type {string} */ url) => url.slice('http://site/'.length);
    const changes = ['a', 'b', 'font'].map(
      (id) => /** @type {ChangeInfo} */ (/** @type {unknown} */ ({ id, kind: 'replaced', resource: `${id}.png` })),
    );
    const renderings = [renderingOf('800', 0), renderingOf('360', 1000)];
    const at = (/** @type {number} */ top) => ({
      ...{ depth: /** @type {const} */ ('picture'), view: '360', kind: 'picture', message: '' },
      box: /** @type {[number, number, number, number]} */ ([0, top, 32, 32]),
    });
    assert.deepEqual(
      orderBySuspicion(changes, [at(1400)], renderings, pathOf),
      ['b', 'font', 'a'],
      'below the image, touching it',
    );
    assert.deepEqual(
      orderBySuspicion(changes, [at(300)], renderings, pathOf),
      ['font', 'a', 'b'],
      'there the image is at 800',
    );
  });
});

describe('findCulprits', () => {
  it('finds every culprit that shows by itself, and keeps all others', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
        async (count, picks) => {
          const ids = Array.from({ length: count }, (_, index) => index);
          const bad = new Set(picks.map((pick) => pick % count));
          const found = await findCulprits(ids, async (subset) => !subset.some((id) => bad.has(id)));
          assert.deepEqual(new Set(found?.culprits), bad);
          assert.deepEqual(
            found?.accepted,
            ids.filter((id) => !bad.has(id)),
          );
        },
      ),
    );
  });

  it('needs few looks for one culprit among many', async () => {
    let looks = 0;
    await findCulprits(
      Array.from({ length: 1000 }, (_, id) => id),
      async (subset) => {
        looks += 1;
        return !subset.includes(700);
      },
    );
    assert.ok(looks <= 22, `${looks} looks`);
  });

  it('breaks up changes that only show together', async () => {
    const found = await findCulprits(['a', 'b', 'c'], async (ids) => !(ids.includes('a') && ids.includes('c')));
    assert.deepEqual(found, { accepted: ['a', 'b'], culprits: ['c'] });
  });

  it('gives up where the changes are not to blame', async () => {
    assert.equal(await findCulprits(['a'], async () => false), null);
  });
});

describe('pictures', () => {
  it('survive a PNG', () => {
    const pixels = draw(7, 5, (x, y) => x * 30 + y);
    assert.deepEqual(decodePng(encodePng(pixels)), pixels);
  });

  it('are like themselves, and little like others', () => {
    const letters = draw(80, 20, (x, y) => (x % 12 < 3 && y > 4 && y < 16 ? 0 : 255));
    const shifted = draw(80, 20, (x, y) => ((x + 1) % 12 < 3 && y > 4 && y < 16 ? 0 : 255));
    const inverted = draw(80, 20, (x, y) => (x % 12 < 3 && y > 4 && y < 16 ? 255 : 0));
    assert.equal(measureLikeness(letters, letters), 1);
    assert.ok(measureLikeness(letters, shifted) > measureLikeness(letters, inverted));
  });

  it('are not alike when a letter is gone', () => {
    const letters = draw(100, 20, (x, y) => (x % 20 < 10 && y > 4 && y < 16 ? 0 : 255));
    const lost = draw(100, 20, (x, y) => (x % 20 < 10 && x < 75 && y > 4 && y < 16 ? 0 : 255));
    assert.equal(measureLikeness(letters, lost), 0);
  });

  it('are alike where only the soft foot of a letter, in the last rows, fell into a dark ground', () => {
    const drawOnNavy = (/** @type {number} */ foot) =>
      draw(210, 32, (x, y) => (x % 20 < 10 && y > 4 && y < 22 ? 255 : y > 28 && x > 30 && x < 36 ? foot : 0));
    assert.ok(measureLikeness(drawOnNavy(60), drawOnNavy(0)) > 0.9);
  });

  it('are not alike on another ground', () => {
    const letters = draw(100, 20, (x, y) => (x % 20 < 6 && y > 4 && y < 16 ? 0 : 200));
    const paler = draw(100, 20, (x, y) => (x % 20 < 6 && y > 4 && y < 16 ? 0 : 208));
    assert.equal(measureLikeness(letters, paler), 0);
  });

  it('are alike where dots of two colours became the colour they melt into', () => {
    const dots = draw(96, 96, (x, y) => ((x * 7 + y * 5) % 9 < 5 ? 60 : 76));
    const melted = draw(96, 96, () => 67);
    assert.ok(measureLikeness(dots, melted) > 0.9);
    assert.equal(
      measureLikeness(
        draw(96, 96, (x) => (x % 9 < 5 ? 60 : 76)),
        melted,
      ),
      0,
    );
  });

  it('may differ where a box between two pixels is painted on a dense screen, and no further', () => {
    const change = /** @type {ChangeInfo} */ ({ id: '1', rule: 'bullet-image', cause: 'b', kind: 'replaced' });
    const allowances = [{ change, box: /** @type {const} */ ([2, 2.5, 3, 3]) }];
    const slice = (/** @type {number} */ top) => [
      { top: 0, png: encodePng(draw(16, 16, (x, y) => (x >= 4 && x < 10 && y >= top && y < top + 6 ? 0 : 255))) },
    ];
    const look = { view: 'v', scale: 2, kind: 'picture', allowances };
    const compare = (/** @type {number} */ top) =>
      comparePictures(pairPictures(slice(99), slice(top), look).pairs, () => ({ likeness: 1, ok: true })).flat();
    assert.deepEqual(compare(6), []);
    assert.equal(compare(8).length, 1);
  });

  it('may end one pixel later if the box of a replaced image ends between two pixels', () => {
    const change = /** @type {ChangeInfo} */ ({ id: '1', rule: 'hydrated-image', cause: 'b', kind: 'replaced' });
    const photograph = (/** @type {number} */ height) => [
      { top: 0, png: encodePng(draw(96, 96, (x, y) => (y < height ? 40 + ((x * 7 + y * 13) % 60) : 255))) },
    ];
    const compare = (/** @type {number} */ height, /** @type {number} */ after) => {
      const allowances = [{ change, box: /** @type {const} */ ([0, 0, 96, height]) }];
      const look = { view: 'v', scale: 1, kind: 'picture', allowances };
      return comparePictures(pairPictures(photograph(48), photograph(after), look).pairs).flat();
    };
    assert.deepEqual(compare(48.5, 49), []);
    assert.equal(compare(48.5, 46).length, 1);
    assert.equal(compare(49, 49).length, 1);
  });

  it('may differ by one step around the box of a replaced image, where its shadow is painted', () => {
    const change = /** @type {ChangeInfo} */ ({ id: '1', rule: 'modern-image', cause: 'b', kind: 'replaced' });
    const allowances = [{ change, box: /** @type {const} */ ([0, 0, 8, 16]) }];
    const slice = (/** @type {number} */ from, /** @type {number} */ shade) => [
      { top: 0, png: encodePng(draw(96, 16, (x) => (x >= from && x < from + 4 ? shade : 200))) },
    ];
    const look = { view: 'v', scale: 1, kind: 'picture', allowances };
    const compare = (/** @type {number} */ from, /** @type {number} */ shade) =>
      comparePictures(pairPictures(slice(from, 100), slice(from, shade), look).pairs).flat();
    assert.deepEqual(compare(20, 101), []);
    assert.equal(compare(20, 102).length, 1);
    assert.equal(compare(60, 101).length, 1, 'farther away, every pixel is the same');
  });

  it('show in red where they differ', () => {
    const { rgba } = markDifferences(
      draw(2, 1, () => 10),
      draw(2, 1, (x) => 10 + x),
    );
    assert.deepEqual([rgba[0] === rgba[1], rgba[4] > 200 && rgba[5] === 0], [true, true]);
  });
});

describe('remembered verdicts', () => {
  it('hold while nothing changed that the page loads', async () => {
    /** @type {Map<string, KnownVerdict>} */
    const store = new Map();
    const cache = {
      get: async (/** @type {string} */ key) => store.get(key) ?? null,
      set: async (/** @type {string} */ key, /** @type {KnownVerdict} */ value) => void store.set(key, value),
    };
    const site = (/** @type {string} */ css) => (/** @type {string} */ path) => ({
      bytes: Buffer.from(path === 'a.css' ? css : path),
    });
    const pair = { stamp: 's', path: 'index.html', before: site('1'), after: site('2') };
    await rememberVerdict(cache, { ...pair, served: ['index.html', 'a.css'], notes: [], guess: null, moving: null });
    assert.ok(await recallVerdict(cache, pair));
    assert.equal(await recallVerdict(cache, { ...pair, after: site('3') }), null);
    assert.equal(await recallVerdict(cache, { ...pair, stamp: 'other browser' }), null);
  });
});
