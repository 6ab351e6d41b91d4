import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parse } from 'parse5';
import { packHtml } from '../../lib/pack/html.js';
import { findSpaceSelectors } from '../../lib/pack/space.js';

/**
 * @param {string} body
 * @param {string} [head]
 */
const page = (body, head = '') =>
  `<!doctype html><html><head><title>t</title>${head}</head><body>${body}</body></html>`;

/**
 * What the body of a page becomes.
 * @param {string} body
 * @param {string} [head]
 */
async function packBody(body, head) {
  const { text, reason } = await packHtml(page(body, head));
  assert.equal(reason, null);
  return /<body>([\s\S]*)<\/body>/.exec(text)?.[1];
}

/** @type {[string, string, string][]} what it shows, before, after */
const BODIES = [
  [
    'runs of white space become one space, which stays',
    '<p>a\n   <b>b</b>\t c</p>\n\n<p>d</p>',
    '<p>a <b>b</b> c</p> <p>d</p>',
  ],
  [
    'white space that shows stays',
    '<pre>a\n  b</pre> <textarea>\n\n x  y</textarea>  z',
    '<pre>a\n  b</pre> <textarea>\n\n x  y</textarea> z',
  ],
  [
    'white space that a style keeps stays',
    '<p style="white-space: pre">a\n  <b>b\n</b></p>',
    '<p style="white-space: pre">a\n  <b>b\n</b></p>',
  ],
  [
    'non-breaking and entity spaces are no white space',
    '<p>a&nbsp;  &#10; \u00a0\u00a0b</p>',
    '<p>a&nbsp; &#10; \u00a0\u00a0b</p>',
  ],
  [
    'quotes go where nothing needs them',
    `<a href="x.html" title='a b' class="" id=q rel='"'>k</a>`,
    `<a href=x.html title="a b" class id=q rel='"'>k</a>`,
  ],
  [
    'values stay as they are',
    '<i class=" a  b " hidden="until-found" checked="checked"></i>',
    '<i class=" a  b " hidden=until-found checked=checked></i>',
  ],
  ['a value may end in a slash', '<a href="x/" />y</a><br /><img src="a/" />', '<a href=x/>y</a><br><img src=a/>'],
  [
    'a slash in SVG means something',
    '<svg><path d="M0" /><path d="M0 0"/></svg>',
    '<svg><path d=M0 /><path d="M0 0"/></svg>',
  ],
  [
    'markup that is not well nested stays so',
    '<b><i>a</b> </i><table><p>x</p>  <tr><td>y</table>',
    '<b><i>a</b> </i><table><p>x</p> <tr><td>y</table>',
  ],
  ['remarks go, and their spaces with them', '<p>a <!-- a remark of four --> b</p>', '<p>a b</p>'],
  [
    'comments that something reads stay',
    '<!--#include virtual="a" --><!--[if IE]> <b> <![endif]--><!-- ko if: a && b -->  <!-- /ko -->',
    '<!--#include virtual="a" --><!--[if IE]> <b> <![endif]--><!-- ko if: a && b --> <!-- /ko -->',
  ],
  ['templates stay', '<p>{{ "a  b" }}  </p><p <%= "x  y" %>>  c</p>', '<p>{{ "a  b" }}  </p><p <%= "x  y" %>> c</p>'],
  [
    'scripts are packed, names that others see stay',
    '<script>\n<!--\nfunction go(first) { return first + 1; }\n//-->\n</script>',
    '<script>function go(n){return n+1}</script>',
  ],
  ['scripts that do not parse stay', '<script> if ( { </script>', '<script> if ( { </script>'],
  [
    'data is packed as JSON, to the digit',
    '<script type="application/ld+json">{ "a" : [1.0, "x  y"] }</script>',
    '<script type=application/ld+json>{"a":[1.0,"x  y"]}</script>',
  ],
  [
    'unknown script types stay',
    '<script type="text/x-template"> <p>  a </script>',
    '<script type=text/x-template> <p>  a </script>',
  ],
  ['style sheets are packed', '<style> <!-- p { color : red ; } --> </style>', '<style>p{color:red}</style>'],
];
for (const [name, before, after] of BODIES) {
  test(name, async () => assert.equal(await packBody(before), after));
}

test('a page with scripts keeps short comments, which may be marks', async () => {
  assert.equal(await packBody('<p>a</p><!-- here -->'), '<p>a</p>');
  assert.equal(
    await packBody('<p  >a</p><!-- here --><script src=a.js></script>'),
    '<p>a</p><!-- here --><script src=a.js></script>',
  );
});

test('a page with scripts loses what editors and authors wrote for themselves', async () => {
  assert.equal(
    await packBody(
      '<!-- InstanceBeginEditable name="a" --><p>a</p><!-- InstanceEndEditable --><script src=a.js></script>',
    ),
    '<p>a</p><script src=a.js></script>',
  );
  assert.equal(
    await packBody(
      '<!--msnavigation--><td>\n<!--\n//////////\nMain\n--><p>a</p><!--[if IE]>----------<![endif]--><script src=a.js></script>',
    ),
    '<td> <p>a</p><!--[if IE]>----------<![endif]--><script src=a.js></script>',
  );
});

test('style sheets say where white space shows: in the page and outside', async () => {
  const body = '<p class="v w">a  b <b>c  d</b></p><p>a  b</p>';
  const kept = '<p class="v w">a  b <b>c  d</b></p><p>a b</p>';
  assert.equal(await packBody(body, '<style>@media print{div > .v:hover{white-space:pre-wrap}}</style>'), kept);
  const spaceSelectors = findSpaceSelectors('.x{white-space:nowrap} .w *, p.v {white-space:break-spaces}');
  assert.match((await packHtml(page(body), { spaceSelectors })).text, /a {2}b <b>c {2}d<\/b><\/p><p>a b/);
});

test('what stands around the page goes: space before and after, line ends of any kind', async () => {
  const source =
    '\r\n<!DOCTYPE html>\r\n<!-- made by a tool -->\r\n<html>\r<head>\r\n<title>a</title>\n\n</head>\r\n<body>\r\n<p>a\r\nb</p>\r\n</body>\r\n</html>\r\n';
  const { text } = await packHtml(source);
  assert.equal(text, '<!DOCTYPE html><html><head><title>a</title></head><body> <p>a b</p> </body></html>');
});

test('a page that XML parsers may read stays well-formed', async () => {
  const source =
    '<?xml version="1.0"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml"><head><title>a</title></head><body><br  />\n\n<p class="a">b</p></body></html>';
  const { text } = await packHtml(source);
  assert.match(text, /<br\/> <p class="a">b<\/p>/);
});

test('nothing is read from <noscript> but its markup', async () => {
  assert.equal(await packBody('<noscript><img src="a.gif">  </noscript>'), '<noscript><img src=a.gif> </noscript>');
});

const text = fc.constantFrom(
  'a',
  ' ',
  '\n',
  '  b  ',
  '&amp;',
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
      const { text: packed } = await packHtml(source);
      assert.ok(packed.length <= source.length);
      assert.deepEqual(outline(packed), outline(source));
      assert.equal((await packHtml(packed)).text, packed);
    }),
    { numRuns: 500 },
  );
});

/**
 * Elements with their values, and words, of a page in document order.
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
