import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openChangeContexts } from '../../../lib/run/optimize/change-contexts.js';
import { linkSite } from '../../../lib/site/graph/build-graph.js';
import { makeFile } from '../../../lib/site/read-site.js';

/** @import { Proposal } from '../../../lib/plan/types.ts' */
/** @import { Site } from '../../../lib/site/types.ts' */

const HEAD = '<link rel=stylesheet href=a.css><body>';

/** @param {Record<string, string>} texts @returns {Site} */
function makeSite(texts) {
  const files = Object.entries(texts).map(
    ([path, text]) => /** @type {const} */ ([path, makeFile(path, Buffer.from(text))]),
  );
  return { root: '', name: 'test', files: new Map(files), warnings: [] };
}

/**
 * Returns the names of the contexts in which two pages change, each with one dot.
 * @param {string} first
 * @param {string} second
 * @param {string} [css]
 */
function nameBoth(first, second, css = '#menu { color: red }') {
  const scripts = { 'all.js': 'a()', 'one.js': 'b()', 'other.js': 'c()' };
  const texts = { ...scripts, 'a.css': css, 'a.html': HEAD + first, 'b.html': HEAD + second };
  const site = makeSite(texts);
  const contextsOf = openChangeContexts(site, linkSite(site));
  return ['a.html', 'b.html'].map((path) => {
    const text = texts[/** @type {'a.html'} */ (path)];
    const start = text.indexOf('<img');
    const range = { start, end: text.indexOf('>', start) + 1 };
    const proposal = /** @type {Proposal} */ ({
      rule: 'r',
      page: path,
      range,
      resource: 'dot.gif',
      messageId: '',
      data: {},
    });
    return contextsOf(path, [{ proposal, cause: 'r dot.gif' }]);
  });
}

/** @typedef {ReturnType<ReturnType<typeof openChangeContexts>>} Named */

/** Returns the kinds of elements that only the first of two pages has. @param {Named} first @param {Named} second */
function listNew(first, second) {
  return (first?.kinds ?? []).filter((kind) => !second?.kinds.includes(kind));
}

const DOT = '<img src=dot.gif width=8 height=8>';

describe('openChangeContexts', () => {
  it('does not tell pages apart by words, targets and names', () => {
    const [first, second] = nameBoth(
      `<ul><li>${DOT} <a href=x.html title=one>One word</a></ul><p id=one>Words`,
      `<ul><li>${DOT} <a href=y.html title=two>And others, more of them</a></ul><h2 id=two>Head</h2><p>More words`,
    );
    assert.deepEqual(first, second);
  });

  for (const [what, first, second] of /** @type {const} */ ([
    ['the picture', DOT, DOT.replace('width=8', 'width=9')],
    ['an attribute of what it is inside', `<p class=a>${DOT}`, `<p class=b>${DOT}`],
    ['an id that a style names', `<div id=menu>${DOT}</div>`, `<div id=other>${DOT}</div>`],
    ['a neighbour', `<p>${DOT}<b>b</b>`, `<p>${DOT}<i>b</i>`],
    ['words that touch it', `<p>${DOT}words`, `<p>${DOT}`],
    ['the language', `<p lang=en>${DOT}`, `<p lang=ja>${DOT}`],
  ])) {
    it(`tells contexts apart by ${what}`, () => {
      const [one, other] = nameBoth(first, second);
      assert.notDeepEqual(one?.contexts, other?.contexts);
      assert.equal(one?.template, other?.template);
    });
  }

  it('names routes by the elements that scripts created, and not by their scripts', () => {
    const texts = {
      'index.html': `${HEAD}<script src=all.js></script>`,
      'all.js': 'a()',
      'a.css': '#menu, .card, .chart {}',
      'b.js': '',
    };
    const site = makeSite(texts);
    const visit = (/** @type {string[]} */ classes, /** @type {string[]} */ scripts) => ({
      ...{ document: 'index.html', links: [], content: '', isBlank: false, images: [], behaviour: [] },
      fetched: ['a.css', 'all.js', ...scripts].map((path) => ({ path, by: 'index.html' })),
      ...{
        missing: [],
        external: [],
        foreignCode: [],
        letters: [],
        swaps: [],
        backdrops: [],
        backgrounds: [],
        idle: [],
        lateFrames: [],
        pictures: null,
        layout: null,
        processorMs: 0,
      },
      ...{ names: { classes, ids: ['a1', 'menu'], tags: ['p'] }, followsLinks: false },
    });
    const records = new Map([
      ['/one', visit(['card'], [])],
      ['/two', visit(['card'], ['b.js'])],
      ['/three', visit(['card', 'chart'], [])],
    ]);
    const linked = linkSite(site, { seen: { records, files: site.files, scripted: null } });
    const contextsOf = openChangeContexts(site, linked);
    const range = { start: 0, end: 0 };
    const proposal = { rule: 'r', page: 'a.css', range, resource: 'a.css', messageId: '', data: {} };
    const [one, two, three] = [...records.keys()].map((path) => contextsOf(path, [{ proposal, cause: 'r a.css' }]));
    assert.equal(one?.kinds.length, 3, 'a tag, a class and an id of the sheet');
    assert.deepEqual(two, one);
    assert.deepEqual([three?.template, three?.kinds.length], [one?.template, 4]);
  });

  it('takes pages for alike that differ by a script of their own, and tells their contexts apart', () => {
    const all = '<script src=all.js></script>';
    const [first, second] = nameBoth(
      `${all}<script src=one.js></script>${DOT}`,
      `${all}<script src=other.js></script>${DOT}`,
    );
    assert.equal(first?.template, second?.template);
    assert.notDeepEqual(first?.contexts, second?.contexts);
    const [scripted, plain] = nameBoth(`${all}${DOT}`, DOT);
    assert.deepEqual(scripted?.template, plain?.template);
    assert.notDeepEqual(scripted?.contexts, plain?.contexts);
  });

  it('tells templates apart by styles of their own', () => {
    const [first, second] = nameBoth(`<style>p { color: red }</style>${DOT}`, `<style>p { color: blue }</style>${DOT}`);
    assert.notEqual(first?.template, second?.template);
  });

  it('tells pages that share a changed sheet apart by names of the sheet, and not by words, scripts and styles', () => {
    const site = makeSite({
      'a.css': '.card {} [dir] {}',
      'a.js': '',
      'one.html': `${HEAD}<p class="card a1">One`,
      'two.html': `${HEAD}<style>p { color: red }</style><script src=a.js></script><p class="card b2">Two`,
      'three.html': `${HEAD}<p dir=rtl class=card>Three`,
    });
    const contextsOf = openChangeContexts(site, linkSite(site));
    const range = { start: 0, end: 8 };
    const proposal = { rule: 'r', page: 'a.css', range, resource: 'dot.gif', messageId: '', data: {} };
    const [one, two, three] = ['one', 'two', 'three'].map((name) =>
      contextsOf(`${name}.html`, [{ proposal, cause: 'r dot.gif' }]),
    );
    assert.deepEqual([one?.contexts, one?.template === three?.template], [[], true]);
    assert.equal(listNew(two, one).length, 2, 'style and script');
    assert.equal(listNew(three, one).length, 1, '[dir=rtl]');
  });

  it('names a file that is replaced as a whole once for all pages that use it', () => {
    const site = makeSite({
      'a.css': '',
      'a.html': `${HEAD}<p class=a><img src=dot.gif>`,
      'b.html': `${HEAD}<script src=b.js></script><div><img src=dot.gif>`,
      'b.js': '',
      'dot.gif': 'GIF89a',
    });
    const contextsOf = openChangeContexts(site, linkSite(site));
    const proposal = { rule: 'r', page: 'a.html', range: null, resource: 'dot.gif', messageId: '', data: {} };
    const [first, second] = ['a.html', 'b.html'].map((path) =>
      contextsOf(path, [{ proposal, cause: 'r dot.gif', isDrawn: true }]),
    );
    assert.deepEqual([first?.contexts, first?.kinds], [second?.contexts, []]);
    assert.equal(first?.contexts.length, 1);
  });
});
