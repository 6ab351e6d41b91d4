import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packHtml } from '../../../lib/output/pack/html.js';
import { findFlowSelectors } from '../../../lib/output/pack/lines.js';
import { findSpaceSelectors } from '../../../lib/output/pack/space.js';
import { packBody, page } from './pack-body.js';

/** @type {[string, string, string][]} name, before, after */
const BODIES = [
  [
    'runs of white space become one space, which stays',
    '<p>a\n   <b>b</b>\t c</p>\n\n<p>d</p>',
    '<p>a <b>b</b> c</p> <p>d</p>',
  ],
  [
    'beside letters of East Asia and marks where lines may break, a line ends where it did: browsers show no ' +
      'space for it',
    '<p>漢字\n  仮名  a\t b\n</p> <p>some/&#8203;\n  path</p>',
    '<p>漢字\n仮名 a b\n</p> <p>some/&#8203;\npath</p>',
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
    '<p>a&nbsp;  &#10; &nbsp;&nbsp;b</p>',
    '<p>a&nbsp; &#10; &nbsp;&nbsp;b</p>',
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
  [
    'remarks go, and their spaces with them',
    '<p>a</p> <!-- a remark of four --> <b>b</b> <!-- two --> c <!-- three --> ',
    '<p>a</p> <b>b</b> c ',
  ],
  [
    'where remarks part two texts, one stays without its words',
    '<p>a: <!-- a remark --><!-- another --> <!-- and one more -->b <i>c</i><!-- d -->d',
    '<p>a: <!----> b <i>c</i>d',
  ],
  [
    'comments that something reads stay',
    '<!--#include virtual="a" --><!--[if IE]> <b> <![endif]--><!-- ko if: a && b -->  <!-- /ko -->',
    '<!--#include virtual="a" --><!--[if IE]> <b> <![endif]--><!-- ko if: a && b --> <!-- /ko -->',
  ],
  ['templates stay', '<p>{{ "a  b" }}  </p><p <%= "x  y" %>>  c</p>', '<p>{{ "a  b" }}  <p <%= "x  y" %>> c</p>'],
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

test('texts that a framework compares with its own keep every space; white space in the head goes', async () => {
  const script = '<script type=module src=a.js></script>';
  const body = `<div id="root"> <p>two   spaces<!-- -->\n\n</p> <b>b</b></div>`;
  const kept = `<div id=root> <p>two   spaces<!-- -->\n\n</p> <b>b</b></div>${script}`;
  assert.equal(await packBody(`${body}${script}`), kept);
  for (const mark of ['<!--[-->', '<!--$-->', '<i id="___gatsby"></i>', '<i data-server-rendered="true"></i>']) {
    assert.match(String(await packBody(`<p>two   spaces</p>${mark}${script}`)), /two {3}spaces/, mark);
  }
  for (const holder of ['<div id="app">', '<noscript>No</noscript><main class=a id=my-root>'])
    assert.match(String(await packBody(`${holder}<p>two   spaces</p>${script}`)), /two {3}spaces/, holder);
  assert.match(String(await packBody(`<p>two   spaces</p>${script}`)), /two spaces/);
  assert.match(String(await packBody(`<div id=app><p>two   spaces</p><script src=old.js></script>`)), /two spaces/);
  assert.match(String(await packBody(`${body}<!--[-->`)), /two spaces/);
  const { text } = await packHtml(
    `<html><head>\n <title>t</title>\n  <meta charset=utf-8></head><body>${body}${script}</body></html>`,
  );
  assert.match(text, /^<html><head><title>t<\/title><meta/);
});

test('white space in a head that a framework walks from a comment stays', async () => {
  const head = '<!--12qhfyh--><meta name=a content=b> <meta name=c content=d>';
  const { text } = await packHtml(
    `<html><head>${head}</head><body><!--[--><p  >a</p><script type=module src=a.js></script></body></html>`,
  );
  assert.ok(text.includes(head), text);
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
      '<!--msnavigation--><td>\n<!--\n//////////\nMain\n--><p>a</p><!--[if IE]>----------<![endif]--><script ' +
        'src=a.js></script>',
    ),
    '<td> <p>a</p><!--[if IE]>----------<![endif]--><script src=a.js></script>',
  );
});

test('style sheets say where white space shows: in the page and outside', async () => {
  const body = '<p class="v w">a  b <b>c  d</b></p> <p>a  b</p>';
  const kept = '<p class="v w">a  b <b>c  d</b></p> <p>a b</p>';
  assert.equal(await packBody(body, '<style>@media print{div > .v:hover{white-space:pre-wrap}}</style>'), kept);
  const spaceSelectors = findSpaceSelectors('.x{white-space:nowrap} .w *, p.v {white-space:break-spaces}');
  assert.match((await packHtml(page(body), { spaceSelectors })).text, /a {2}b <b>c {2}d<\/b><\/p> <p>a b/);
});

test('what stands around the page goes: space before and after, line ends of any kind', async () => {
  const source =
    '\r\n<!DOCTYPE html>\r\n<!-- made by a tool -->\r\n<html>\r<head>\r\n<title>a</title>\n\n</head>\r\n' +
    '<body>\r\n<p>a\r\nb</p>\r\n</body>\r\n</html>\r\n';
  const { text } = await packHtml(source);
  assert.equal(text, '<!DOCTYPE html><html><head><title>a</title></head><body> <p>a b</p> </body></html>');
});

test('a page that XML parsers may read stays well-formed', async () => {
  const source =
    '<?xml version="1.0"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml"><head><title>a</title>' +
    '</head><body><br  />\n\n<p class="a">b</p></body></html>';
  const { text } = await packHtml(source);
  assert.match(text, /<br\/> <p class="a">b<\/p>/);
});

test('nothing is read from <noscript> but its markup', async () => {
  assert.equal(await packBody('<noscript><img src="a.gif">  </noscript>'), '<noscript><img src=a.gif> </noscript>');
});

/** @type {[string, string, string][]} name, before, after */
const WITHOUT_IDLE_SPACE = [
  ['space between blocks', '<p>a</p> <p>b</p>\n<hr> <div>c</div> d <br> e', '<p>a<p>b<hr><div>c</div>d<br>e'],
  ['space at the ends of blocks', '<h1> a </h1><ul> <li> a </li> </ul>', '<h1>a</h1><ul><li>a</ul>'],
  ['space between cells', '<table> <tr> <td> a </td> <td>b</td> </tr> </table>', '<table><tr><td>a<td>b</table>'],
  ['space after a space, and at the end of a line within words', '<b>a </b> <i> b </i></p>', '<b>a </b><i>b</i></p>'],
  [
    'no space between words and pictures',
    'a <b> b</b> <img src=a.gif> <img src=b.gif> c',
    'a <b>b</b> <img src=a.gif> <img src=b.gif> c',
  ],
  [
    'no space beside a table that floats',
    'a <table align=left><tr><td>b</table> c',
    'a <table align=left><tr><td>b</table> c',
  ],
  [
    'no space in an item without a list, whose mark stands in its line',
    '<li> a</li> <li> b</li>',
    '<li> a</li> <li> b</li>',
  ],
  ['no space beside what an attribute moves', 'a <p style="float: left">b</p> c', 'a <p style="float: left">b</p> c'],
  ['no space that a parser hangs an element on', '<p><b>a</p> <h1>b</h1>', '<p><b>a</p> <h1>b</h1>'],
];
for (const [name, before, after] of WITHOUT_IDLE_SPACE) {
  test(`space that shows nowhere goes: ${name}`, async () => {
    assert.equal(await packBody(before, '', { flowSelectors: [] }), after);
  });
}

/** @type {[string, string, import('../../../lib/output/pack/lines.js').FlowSelectors[] | null][]} name, page, sheets */
const WITH_ALL_SPACE = [
  ['a sheet is not at hand', page('<p>a</p> <div>b</div>'), null],
  ['a script may read texts', page('<p>a</p> <div>b</div><script src=a.js></script>'), []],
  ['a part of other pages', '<p>a</p> <div>b</div>', []],
  [
    'a sheet puts blocks in lines',
    page('<p>a</p> <div>b</div>'),
    [findFlowSelectors('@media print{x p,div{display:inline}}')],
  ],
  ['a sheet puts marks before texts', page('<p> a</p> <div>b</div>', '<style>:before{content:"-"}</style>'), []],
  ['a sheet tells empty elements', page('<p> </p> <div>b</div>', '<style>p:empty{color:red}</style>'), []],
];
for (const [name, source, flowSelectors] of WITH_ALL_SPACE) {
  test(`space that may show stays: ${name}`, async () => {
    assert.equal((await packHtml(source, { flowSelectors })).text, source);
  });
}

test('a sheet that leaves blocks in their place lets the space between them go', async () => {
  const css =
    'p{display:block;float:none!important;content:normal} li{display:inline} .x{display:flex;list-style:none}';
  const { text } = await packHtml(page('<p>a</p> <p class=x>b</p> <ul><li>c</li> <li>d</li></ul>'), {
    flowSelectors: [findFlowSelectors(css)],
  });
  assert.match(text, /<p>a<p class=x>b<ul><li>c<\/li> <li>d<\/ul>/);
});

/** @type {[string, string, string][]} name, before, after */
const REFERENCES = [
  ['marks', '<p>&quot;a&#39;b&#34; -&gt; R&amp;D &amp; c</p>', `<p>"a'b" -> R&amp;D & c</p>`],
  ['what begins markup stays', '<p>a &lt; b &lt;i&gt;</p>', '<p>a &lt; b &lt;i></p>'],
  [
    'what would read as another reference stays',
    '<p>&amp;lt; &amp;#65; &amp; &amp;copy</p>',
    '<p>&amp;lt; &amp;#65; & &amp;copy</p>',
  ],
  ['what was hidden stays', '<p>&#109;e&#64;x&#46;y</p>', '<p>&#109;e&#64;x&#46;y</p>'],
  ['what cannot be seen stays', '<p>ü&shy;&zwj;&#8203;&#10;&emsp;</p>', '<p>ü&shy;&zwj;&#8203;&#10;&emsp;</p>'],
  ['letters, where the page has such already', '<p>ü&eacute;&nbsp;&#150;&hellip;</p>', '<p>üé\u00a0–…</p>'],
  [
    'letters stay in a page that any encoding reads right',
    '<p>&eacute;&nbsp;</p><!-- ü is a remark -->',
    '<p>&eacute;&nbsp;</p>',
  ],
  ['code', '<pre>a &gt; b &amp;&amp;\n  c</pre>', '<pre>a > b &&\n  c</pre>'],
  ['raw text has none', '<iframe>&quot;</iframe><xmp>&gt;</xmp>', '<iframe>&quot;</iframe><xmp>&gt;</xmp>'],
  ['addresses', '<a href="?a=1&amp;b=2&amp;copy=3&amp;lt;">x</a>', '<a href="?a=1&amp;b=2&amp;copy=3&amp;lt;">x</a>'],
  ['addresses that read the same', '<a href="?a=1&amp;b=2&amp;c">x</a>', '<a href="?a=1&b=2&c">x</a>'],
  [
    'values with quotes',
    `<i title="&quot;a&quot;"></i><i title="it's &quot;a&quot;"></i>`,
    `<i title='"a"'></i><i title="it's &quot;a&quot;"></i>`,
  ],
];
for (const [name, before, after] of REFERENCES) {
  test(`references become their characters: ${name}`, async () => assert.equal(await packBody(before), after));
}

test('a page in an encoding that lacks characters keeps references to them', async () => {
  const { text } = await packHtml(page('<p>ü &mdash; &quot;</p>'), { asciiOnly: true });
  assert.match(text, /<p>ü &mdash; "<\/p>/);
});

test('quotes of the page stay if it is sent with Brotli, and the rest of the tag is shortened', async () => {
  const source = `<a  href="x.html"  title='a b' class="" id=q rel='"'>k</a><img src='i.gif' />`;
  const packed = await packBody(source, '', { keepsQuotes: true });
  assert.equal(packed, `<a href="x.html" title="a b" class id=q rel='"'>k</a><img src="i.gif">`);
});

test('white space in end tags and in the document type goes', async () => {
  const { text } = await packHtml(
    '<!DOCTYPE  html\n   SYSTEM "about:legacy-compat" ><title>t</title\n><a>b</a\t ><b>c</b >d',
  );
  assert.equal(text, '<!DOCTYPE html SYSTEM "about:legacy-compat"><title>t</title><a>b</a><b>c</b>d');
});
