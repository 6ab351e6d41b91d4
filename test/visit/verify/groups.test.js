import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assignDepths, chooseForAllWindows, groupPages } from '../../../lib/visit/verify/group.js';
import { listRefusedRules, pickFirst, pickScouts } from '../../../lib/visit/verify/refusals.js';

/** @import { Rendering } from '../../../lib/visit/browser/render.js' */
/** @import { KnownVerdict } from '../../../lib/visit/verify/remember.js' */
/** @import { ChangeInfo, Pixels, Verdict } from '../../../lib/visit/verify/types.js' */

const NO_FILES = () => null;

describe('listRefusedRules', () => {
  const lookup = (/** @type {string} */ path) => ({
    bytes: Buffer.from(`<link rel=stylesheet href=${path < 'x' ? 'one' : 'two'}.css><script src=${path}.js></script>`),
  });
  /** @param {string} path @param {string[]} rules */
  const drawPage = (path, rules) => ({
    path,
    changes: rules.map(
      (rule, id) => /** @type {ChangeInfo} */ ({ id: `${id}`, rule, cause: `${rule} ${path}`, kind: 'same' }),
    ),
  });
  /** @param {{ path: string, changes: readonly ChangeInfo[] }} page @param {string[]} rejected rules */
  const judge = ({ path, changes }, rejected) =>
    /** @type {const} */ ([
      path,
      /** @type {Verdict} */ (
        /** @type {unknown} */ ({ path, rejected: changes.filter(({ rule }) => rejected.includes(rule)) })
      ),
    ]);

  it('names a rule once all its changes were taken back on two pages of the same style sheets', () => {
    const pages = ['a', 'b', 'c', 'x'].map((path) => drawPage(path, ['dims', 'words']));
    const first = pickFirst(pages, lookup);
    assert.deepEqual([...first].map(({ path }) => path).sort(), ['a', 'b', 'x'], 'two pages of each kind come first');
    const verdicts = new Map([
      judge(pages[0], ['dims', 'words']),
      judge(pages[1], ['dims']),
      judge(pages[3], ['dims']),
    ]);
    const rulesFor = listRefusedRules(first, verdicts, lookup);
    assert.deepEqual([...rulesFor(pages[2])], ['dims'], 'words were accepted on one of the two');
    assert.deepEqual([...rulesFor(pages[3])], [], 'one page is not enough, and says nothing of other style sheets');
  });
});

describe('pickScouts', () => {
  /** @param {string} path @param {string[]} causes */
  const pageWith = (path, causes) => ({
    path,
    changes: causes.map((cause, id) => /** @type {ChangeInfo} */ ({ id: `${id}`, rule: 'r', cause, kind: 'same' })),
  });

  it('covers each change of a file that several pages share, with the pages that have most of them', () => {
    const pages = [
      pageWith('a', ['r logo.png']),
      pageWith('b', ['r logo.png', 'r footer.png']),
      pageWith('c', ['r footer.png', 'r own.png', 'r own.png', 'r other.png']),
    ];
    assert.deepEqual(
      [...pickScouts(pages)].map(({ path }) => path),
      ['c', 'b'],
    );
  });

  it('is empty if no two pages share a change of a file', () => {
    assert.equal(pickScouts([pageWith('a', ['r a.png', 'r']), pageWith('b', ['r b.png', 'r'])]).size, 0);
  });
});

describe('chooseForAllWindows', () => {
  /** @param {string} path @param {Partial<ChangeInfo>[]} changes @param {string} [template] */
  const pageOf = (path, changes, template = 't') => ({
    path,
    template,
    changes: changes.map(
      (change, id) => /** @type {ChangeInfo} */ ({ id: `${id}`, cause: `${path} ${id}`, kind: 'replaced', ...change }),
    ),
  });
  const choose = (/** @type {ReturnType<typeof pageOf>[]} */ pages) =>
    [...chooseForAllWindows(pages, NO_FILES)].map(({ path }) => path).sort();

  it('takes one page for each rule and template', () => {
    const pages = [
      pageOf('a', [{ rule: 'image' }]),
      pageOf('b', [{ rule: 'image' }, { rule: 'frame' }]),
      pageOf('c', [{ rule: 'frame' }, { rule: 'minify', isProven: true }]),
      pageOf('d', [{ rule: 'frame' }], 'other'),
    ];
    assert.deepEqual(choose(pages), ['b', 'd']);
  });

  it('takes every page with text in place of an image', () => {
    const pages = ['a', 'b'].map((path) => pageOf(path, [{ rule: 'text-image', text: path }]));
    assert.deepEqual(choose(pages), ['a', 'b']);
  });
});

describe('assignDepths', () => {
  const change = (/** @type {string} */ cause) =>
    /** @type {ChangeInfo} */ ({ id: cause, rule: 'r', cause, kind: 'same' });
  const pages = ['a', 'b', 'c', 'd'].map((path, index) => ({
    path,
    changes: [change(index < 3 ? 'x' : 'y')],
    template: 't',
  }));
  const depthsOf = (/** @type {string} */ mode) => [
    ...assignDepths(groupPages(pages, NO_FILES, mode), NO_FILES, mode).values(),
  ];

  it('looks at one page of each group in full', () => {
    assert.deepEqual(depthsOf('changed'), ['full', 'geometry', 'geometry', 'full']);
    assert.deepEqual(depthsOf('all'), ['full', 'full', 'full', 'full']);
    assert.deepEqual(depthsOf('off'), ['none', 'none', 'none', 'none']);
    assert.deepEqual(depthsOf('sample 1').filter((depth) => depth === 'full').length, 1);
  });

  it('tells templates apart by their style sheets', () => {
    const files = new Map([
      ['a', '<link href=one.css rel=stylesheet>'],
      ['b', '<link href=two.css rel=stylesheet>'],
    ]);
    const duplicates = ['a', 'b'].map((path) => ({ path, changes: [change('x')] }));
    const lookup = (/** @type {string} */ path) => ({ bytes: Buffer.from(files.get(path) ?? '') });
    assert.deepEqual(
      [...assignDepths(groupPages(duplicates, lookup, 'changed'), lookup, 'changed').values()],
      ['full', 'full'],
    );
  });

  it('tries rules whose changes cannot be seen on one page of a kind, whatever scripts each page has', () => {
    const lookup = (/** @type {string} */ path) => ({
      bytes: Buffer.from(`<link rel=stylesheet href=one.css><script src=${path}.js></script>`),
    });
    const depths = (/** @type {boolean} */ isProven) => {
      const own = ['a', 'b'].map((path) => ({ path, changes: [{ ...change('x'), isProven }], contexts: [] }));
      return [...assignDepths(groupPages(own, lookup, 'changed'), lookup, 'changed').values()];
    };
    assert.deepEqual(depths(true), ['full', 'none']);
    assert.deepEqual(depths(false), ['full', 'full']);
  });

  it('passes over pages that change in no place which was not seen, but for a sample', () => {
    const many = Array.from({ length: 120 }, (_, index) => ({
      path: `${index}`,
      changes: [change('x')],
      template: 't',
      contexts: index === 7 ? ['p', 'q'] : index === 9 ? ['r'] : ['p'],
    }));
    const depths = [...assignDepths(groupPages(many, NO_FILES, 'changed'), NO_FILES, 'changed').values()];
    assert.deepEqual([depths[7], depths[9]], ['full', 'geometry']);
    assert.equal(depths.filter((depth) => depth === 'geometry').length, 3);
    assert.equal(depths.filter((depth) => depth === 'full').length, 1);
  });

  it('takes a page by its boxes alone if others that are built alike showed each of its changes in full', () => {
    const draw = (/** @type {string[]} */ contexts, template = 't', rule = 'quotes') => ({
      path: `${contexts} ${template} ${rule}`,
      changes: [...contexts.map(change), { ...change(rule), rule, isProven: true }],
      template,
      contexts,
    });
    const depths = (/** @type {ReturnType<typeof draw>[]} */ all) => {
      const found = assignDepths(groupPages(all, NO_FILES, 'changed'), NO_FILES, 'changed');
      return all.map((page) => found.get(page));
    };
    const both = [draw(['p']), draw(['p', 'q', 'r'])];
    assert.deepEqual(depths(both), ['geometry', 'full']);
    assert.deepEqual(depths([...both, draw(['s'])]), ['geometry', 'full', 'full'], 'what was not seen is looked at');
    assert.deepEqual(depths([...both, draw(['p'], 'u')]), ['geometry', 'full', 'full'], 'so is another template');
    assert.deepEqual(depths([...both, draw(['q'], 't', 'tags')]), ['geometry', 'full', 'full'], 'and another rule');
  });

  it('needs one page for each set of rules whose changes are proven', () => {
    const proven = pages.map((page) => ({
      ...page,
      changes: page.changes.map((each) => ({ ...each, isProven: true })),
      contexts: [],
    }));
    const depths = [...assignDepths(groupPages(proven, NO_FILES, 'changed'), NO_FILES, 'changed').values()];
    assert.deepEqual(depths, ['full', 'none', 'none', 'none']);
  });

  it('looks once at each file that pages draw with, and not where a page that is looked at anyway shows it', () => {
    const lookup = () => ({ bytes: Buffer.from('<link rel=stylesheet href=one.css>') });
    const font = (/** @type {string} */ cause) => ({ ...change(cause), isDrawn: true });
    const packing = { ...change('minify'), isProven: true };
    const drawing = [['one'], ['one', 'two'], ['two'], [], ['three']].map((contexts, index) => ({
      path: `${index}`,
      changes: [font('one'), font('two'), font('three'), packing],
      contexts,
    }));
    const shown = { path: 'shown', changes: [change('x'), font('one'), font('two'), packing], template: 't' };
    const depths = (/** @type {import('../../../lib/visit/verify/types.js').ChangedPage[]} */ all) => {
      const found = assignDepths(groupPages(all, lookup, 'changed'), lookup, 'changed');
      return all.map((page) => found.get(page));
    };
    assert.deepEqual(depths(drawing), ['none', 'full', 'none', 'none', 'full']);
    const whole = { ...shown, contexts: ['x', 'one', 'two'] };
    assert.deepEqual(depths([...drawing, whole]), ['none', 'none', 'none', 'none', 'full', 'full']);
  });

  it('refuses modes that it does not know', () => assert.throws(() => depthsOf('some'), /not known/));
});
