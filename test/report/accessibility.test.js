import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkBudgets, parseBudgets } from '../../lib/report/gate/budgets.js';
import { renderHtml } from '../../lib/report/html.js';
import { renderMarkdown } from '../../lib/report/markdown.js';
import { renderText } from '../../lib/report/text.js';
import { listTextImages, reportAccessibility } from '../../lib/run/optimize/report-accessibility.js';
import { makeReport } from './synthetic.js';

/** @param {string} page @param {boolean} lacksAlternative @returns {any} */
const usageOn = (page, lacksAlternative) => ({ page, role: 'image', said: { lacksAlternative } });
const PAGES = ['index.html', 'about.html'];
const texts = listTextImages(
  [/** @type {any} */ ({ resource: 'home.gif', lettering: { text: 'Home' } })],
  new Map([['news.gif', /** @type {any} */ ({ kind: 'text' })]]),
);
/** @type {any[]} */
const drawn = [
  { status: 'applied', lettering: { text: '' }, page: 'about.html', resource: 'menu.gif' },
  { status: 'advised', lettering: { text: '' }, page: 'index.html', resource: 'menu.gif' },
];
const counts = reportAccessibility(
  {
    usage: new Map([
      ['home.gif', [usageOn('index.html', true), usageOn('about.html', false)]],
      ['news.gif', [usageOn('index.html', false)]],
      ['dot.gif', [usageOn('index.html', true)]],
      ['menu.gif', [usageOn('about.html', true), usageOn('index.html', true)]],
    ]),
    pages: PAGES,
  },
  { usage: new Map([['dot.gif', [usageOn('index.html', true)]]]), pages: PAGES },
  texts,
  drawn,
);

describe('images that assistive technology cannot read', () => {
  test('are counted before and after, by page', () => {
    assert.equal(counts.before.imagesWithoutAlternative, 4);
    assert.equal(counts.before.imagesOfText, 3);
    assert.deepEqual(counts.before.pages[1], { page: 'about.html', imagesWithoutAlternative: 1, imagesOfText: 1 });
    assert.deepEqual(counts.after.pages, [
      { page: 'index.html', imagesWithoutAlternative: 1, imagesOfText: 0 },
      { page: 'about.html', imagesWithoutAlternative: 1, imagesOfText: 0 },
    ]);
  });

  test('stand in reports', () => {
    const report = { ...makeReport(), accessibility: counts };
    assert.match(renderText(report), /Accessibility +images without alternative \(WCAG 1\.1\.1\) 4 → 2/);
    assert.match(renderMarkdown(report), /### Accessibility\n[\s\S]*images of text \(WCAG 1\.4\.5\) \| 3 \| 0/);
    assert.match(renderHtml(report), /<section id="accessibility"|id="accessibility"/);
  });

  test('can be limited', () => {
    const report = { ...makeReport(), command: 'check', accessibility: counts };
    const failures = checkBudgets(report, parseBudgets([{ pages: 'index.html', imagesWithoutAlternative: 0 }]));
    assert.equal(failures.length, 1);
    assert.match(failures[0].message, /images without alternative 3, over the limit of 0/);
    assert.equal(checkBudgets(report, parseBudgets([{ pages: 'index.html', imagesOfText: 3 }])).length, 0);
  });
});
