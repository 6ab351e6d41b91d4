import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parse } from 'parse5';
import { packHtml } from '../../../lib/output/pack/html.js';
import { page } from './pack-body.js';

const text = fc.constantFrom(
  'a',
  ' ',
  '\n',
  '  b  ',
  '&amp;',
  '&quot;&eacute;',
  '&amp;amp; é',
  '&lt',
  'x<y',
  '\t',
  '\u00a0',
  '{{ a  b }}',
  '<!-- one two three four -->',
  '<!--x-->',
  '<![CDATA[ x ]]>',
);
const tags = fc.constantFrom(
  ...[
    '<p>',
    '</p>',
    '<b class="a  b">',
    '</b>',
    '<i id=x>',
    '</i>',
    '<pre>',
    '</pre>',
    '<table>',
    '</table>',
    '<tr>',
    '<td>',
  ],
  ...[
    '<textarea>',
    '</textarea>',
    '<select>',
    '<option>',
    '</select>',
    '<svg>',
    '<path d="M0 0" />',
    '</svg>',
    '<br/>',
    '<br />',
  ],
  ...[
    '<a href="/" >',
    "<a title='\"'>",
    '</a>',
    '<template>',
    '</template>',
    '<noscript>',
    '</noscript>',
    '<style>p { a : b }</style>',
  ],
  ...[
    '<script>var  a = 1 ;</script>',
    '<title>  x </title>',
    '<head>',
    '</head>',
    '<body  class="x">',
    '</body>',
    '</html>',
    '<p hidden="">',
  ],
  ...[
    '<frameset>',
    '<noframes>',
    '</noframes>',
    '<div style="white-space:pre">',
    '</div>',
    '<li>',
    '</li>',
    '</td>',
    '</tr>',
    '<h1 a=1 a=2>',
    '</br>',
    '<form>',
    '<plaintext>',
  ],
);
const soup = fc.array(fc.oneof(text, tags), { maxLength: 25 }).map((parts) => parts.join(''));

test('any markup keeps its elements, values and words, gets no larger, and is packed but once', async () => {
  await fc.assert(
    fc.asyncProperty(soup, async (source) => {
      const { text: packed } = await packHtml(source, { flowSelectors: [] });
      assert.ok(packed.length <= source.length);
      assert.deepEqual(outline(packed), outline(source));
      assert.equal((await packHtml(packed, { flowSelectors: [] })).text, packed);
    }),
    { numRuns: 500 },
  );
});

/**
 * Returns the elements of a page with their values, and its words, in document order.
 * @param {string} source
 */
function outline(source) {
  const found = [];
  /** @type {any[]} */
  const stack = [parse(source, { scriptingEnabled: false })];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.nodeName === '#text') {
      const inCode = /^(?:script|style)$/.test(node.parentNode?.nodeName);
      if (!inCode) found.push(...node.value.split(/[ \t\n\f\r]+/).join(''));
    } else if (node.tagName) found.push(`<${node.tagName} ${JSON.stringify(node.attrs)}`);
    stack.push(...((node.content ?? node).childNodes?.toReversed() ?? []));
  }
  return found;
}

test('what stands open at the end of a page holds the line breaks after it, and they go', async () => {
  const scripted =
    '<html><head><title>t</title><script>a()</script></head><body><center><p>a   b</p></body></html>\n\n';
  const { text, reason } = await packHtml(scripted);
  assert.equal(reason, null);
  assert.match(text, /<center><p>a b<\/p><\/body><\/html>$/);
});

test('a script between head and body is no part of the white space around it', async () => {
  const { text, reason } = await packHtml(
    '<html><head><title>t</title></head>\n<script>\nvar a = `1\n  2`;\n</script>\n<body>a   b</body></html>',
  );
  assert.equal(reason, null);
  assert.match(text, /<script>var a="1\\n {2}2";<\/script><body>a b<\/body>/);
});

test('where a table moves texts out of their places, the rest of the page is packed', async () => {
  const moved = `<table><tr>\n<td>a   b</td>&nbsp;\n<td>c   d</td></tr></table>`;
  const { text, reason } = await packHtml(page(`<p>e   f</p>${moved}`));
  assert.equal(reason, null);
  assert.match(text, /<p>e f<\/p>/);
  assert.deepEqual(textsOf(text), textsOf(page(`<p>e f</p>${moved}`).replaceAll(/ +/g, ' ').replaceAll('\n', ' ')));
});

/** Returns the text nodes of a page as a parser finds them. @param {string} source */
function textsOf(source) {
  /** @type {string[]} */
  const texts = [];
  const read = (/** @type {import('parse5').DefaultTreeAdapterTypes.Node} */ node) => {
    if ('value' in node && node.value.trim()) texts.push(node.value.trim());
    if ('childNodes' in node) node.childNodes.forEach(read);
  };
  read(parse(source));
  return texts;
}

test('any heap of tags is packed, whatever is left open in it', async () => {
  const tag = fc.constantFrom(...'p b font center table tr td div ul li form h1 pre script noscript'.split(' '));
  const piece = fc.oneof(
    tag.map((name) => `<${name}>`),
    tag.map((name) => `</${name}>`),
    fc.constantFrom('a', 'b  c', ' ', '\n\n', '&nbsp;', '<!-- d -->', '<br>'),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 25 }), fc.boolean(), async (pieces, isKnown) => {
      const source = `<html><body>${pieces.join('')}</body></html>\n`;
      const { text, reason } = await packHtml(source, { flowSelectors: isKnown ? [] : null });
      assert.equal(reason, null);
      assert.ok(text.length <= source.length);
    }),
    { numRuns: 300 },
  );
});

test('a page of very many elements side by side takes no more time for each', { timeout: 20_000 }, async () => {
  const { text, reason } = await packHtml(page('<p>a   b</p>\n'.repeat(80_000)), { flowSelectors: [] });
  assert.equal(reason, null);
  assert.ok(text.length < 1_000_000);
});

test('what a parser leaves out is packed but once', async () => {
  const once = await packHtml('<frameset> <!-- one two three four -->&quot;&eacute;  b  ');
  assert.deepEqual(await packHtml(once.text), { text: once.text, reason: null });
});
