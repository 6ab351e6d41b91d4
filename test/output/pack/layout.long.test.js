import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { packHtml } from '../../../lib/output/pack/html.js';
import { openBrowser } from '../../../lib/visit/browser/open.js';

/** @import { OpenBrowser } from '../../../lib/visit/browser/open.js' */

const words = fc.constantFrom(' ', 'a', '\n', 'b c', ' x', 'y ', ' z ', '&nbsp;', '  ');
const single = fc.constantFrom(
  '<br>',
  '<hr>',
  '<img width=9 height=7>',
  '<img align=left width=5 height=5>',
  '<input>',
  '<area>',
);
const tag = fc.constantFrom(
  ...[
    'p',
    'div',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'h1',
    'center',
    'blockquote',
    'form',
    'address',
    'fieldset',
    'legend',
  ],
  ...['table', 'table border=1', 'table align=left', 'caption', 'tbody', 'tr', 'td', 'td nowrap', 'th'],
  ...['b', 'i', 'a href=#', 'a name=x', 'font color=red', 'u', 'span', 'tt', 'small', 'sup', 'nobr', 'label', 'map'],
  ...['button', 'select', 'option', 'textarea', 'pre', 'p hidden'],
  ...['span style="border:2px solid;padding:3px"', 'span style="display:inline-block"', 'div style="float:left"'],
  ...[
    'p style="display:inline"',
    'li style="list-style-position:inside"',
    'div style="display:flex"',
    'div style="white-space:pre"',
  ],
  ...['div style="text-align:justify;width:60px"', 'p style="text-align:right"'],
);
const { markup } = fc.letrec((/** @type {any} */ tie) => ({
  markup: fc
    .array(fc.oneof({ maxDepth: 4 }, words, single, tie('element')), { maxLength: 5 })
    .map((parts) => parts.join('')),
  element: fc
    .tuple(tag, tie('markup'), fc.boolean())
    .map(([name, inside, isClosed]) => `<${name}>${inside}${isClosed ? `</${name.split(' ')[0]}>` : ''}`),
}));
const sheet = fc.constantFrom(
  ...[
    '',
    'li{display:inline}',
    'p::before{content:"»"}',
    'span{display:block}',
    'td{padding:3px} b{position:relative}',
  ],
  ...['nav,p{display:block} .x{float:left}', 'br{display:none}', 'b{float:right}', 'table,div{display:inline-block}'],
);
const pages = fc.record({ doctype: fc.constantFrom('', '<!doctype html>'), sheet, markup });

/**
 * Returns the box of each element and word of pages. Runs in the browser.
 * @param {string[]} sources
 */
function measureBoxes(sources) {
  return sources.map((source) => {
    const frame = document.createElement('iframe');
    frame.style.width = '300px';
    document.body.append(frame);
    const page = /** @type {Document} */ (frame.contentDocument);
    page.open();
    page.write(source);
    page.close();
    const boxes = [page.compatMode];
    const round = (/** @type {DOMRect} */ { x, y, width, height }) =>
      [x, y, width, height].map((value) => value.toFixed(1));
    const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof /** @type {any} */ (frame.contentWindow).Element) {
        boxes.push(`${node.nodeName} ${round(/** @type {Element} */ (node).getBoundingClientRect())}`);
        continue;
      }
      const text = /** @type {Text} */ (node).data;
      if (!/[^ \t\n\r\f]/.test(text)) continue;
      const range = page.createRange();
      range.setStart(node, text.search(/[^ \t\n\r\f]/));
      range.setEnd(node, text.replace(/[ \t\n\r\f]+$/, '').length);
      boxes.push([...range.getClientRects()].map(round).join(' '));
    }
    frame.remove();
    return boxes;
  });
}

describe('a packed page', { timeout: 120_000 }, () => {
  /** @type {OpenBrowser} */
  let browser;
  before(async () => {
    const opened = await openBrowser({ jobs: 1 });
    assert.ok(opened, 'a browser starts');
    browser = opened;
  });
  after(() => browser.close());

  it('lays every element and word where it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(pages, { minLength: 20, maxLength: 20 }), async (drawn) => {
        const sources = drawn.map(
          ({ doctype, sheet: css, markup: body }) =>
            `${doctype}<html><head><title>t</title>${css && `<style>${css}</style>`}</head><body>${body}</body></html>`,
        );
        const packed = await Promise.all(
          sources.map(async (source) => (await packHtml(source, { flowSelectors: [] })).text),
        );
        const boxes = await browser.withPage((page) => page.evaluate(measureBoxes, [...sources, ...packed]));
        assert.deepEqual(boxes.slice(sources.length), boxes.slice(0, sources.length));
      }),
      { numRuns: 20 },
    );
  });
});
