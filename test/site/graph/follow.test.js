import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkSite } from '../../../lib/site/graph/build-graph.js';
import { makeFile } from '../../../lib/site/read-site.js';

/**
 * Returns the files that a page fetches besides itself.
 * @param {Record<string, string>} texts the page is `a.html`; names without text are empty files
 */
function fetchesOf(texts) {
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, makeFile(path, Buffer.from(text))]));
  const { graph } = linkSite({ root: '', name: 'test', files, warnings: [] });
  return (graph.fetches.get('a.html') ?? []).slice(1);
}

/** @param {readonly string[]} names */
const empty = (...names) => Object.fromEntries(names.map((name) => [name, '']));

test('of a font, a page fetches the first form that browsers know, where its rules ask for it', () => {
  const fonts = empty('x.eot', 'x.woff2', 'x.woff', 'b.woff2', 'i.woff2', 'y.woff2', 'z.woff2');
  const faces =
    `@font-face{font-family:"X";src:url(x.eot);src:url(x.eot?#iefix) format("embedded-opentype"),url(x.woff2) ` +
    `format("woff2"),url(x.woff) format("woff")}
    @font-face{font-family:X;font-weight:700;src:url(b.woff2)}@font-face{font-family:X;font-style:italic;` +
    `src:url(i.woff2)}
    @font-face{font-family:Y;src:url(data:font/woff2;base64,AAAA),url(y.woff2)}@font-face{font-family:Z;` +
    `src:url(z.woff2)}
    p{font:16px X,serif}.z{font-family:Z}.y{font-family:Y}`;
  const page = (/** @type {string} */ body) => ({ ...fonts, 'a.html': `<style>${faces}</style>${body}` });
  assert.deepEqual(fetchesOf(page('<p>a')), ['x.woff2']);
  assert.deepEqual(fetchesOf(page('<p>a <b>b</b> <em>c</em>')), ['x.woff2', 'b.woff2', 'i.woff2']);
  assert.deepEqual(fetchesOf(page('<span class=y>a</span><i class=z>a</i>')), ['z.woff2']);
  assert.deepEqual(fetchesOf(page('a')), []);
});

test('a font of letters that a page does not have is not fetched', () => {
  const faces = [
    ['latin.woff2', 'U+0000-00FF'],
    ['greek.woff2', 'U+0370-03FF'],
    ['any.woff2', 'U+4??'],
  ].map(([file, range]) => `@font-face{font-family:X;src:url(${file});unicode-range:${range}}`);
  const files = empty('latin.woff2', 'greek.woff2', 'any.woff2');
  const css = `${faces.join('')} body{font-family:X}`;
  const page = (/** @type {string} */ text) => ({
    ...files,
    's.css': css,
    'a.html': `<meta charset=utf-8><link rel=stylesheet href=s.css><body>${text}`,
  });
  assert.deepEqual(fetchesOf(page('abc')), ['s.css', 'latin.woff2']);
  assert.deepEqual(fetchesOf(page('abc γ')), ['s.css', 'latin.woff2', 'greek.woff2']);
});

test('a variable font stands for all weights, and the nearest of others', () => {
  const page = (/** @type {string} */ faces) => ({
    ...empty('a.woff2', 'b.woff2', 'c.woff2'),
    'a.html': `<style>${faces} p{font-family:X}</style><p>a <b>b</b>`,
  });
  const face = (/** @type {string} */ file, /** @type {string} */ weight) =>
    `@font-face{font-family:X;font-weight:${weight};src:url(${file})}`;
  assert.deepEqual(fetchesOf(page(face('a.woff2', '100 900'))), ['a.woff2']);
  const some = ['300', '500', '900'].map((weight, index) => face(`${'abc'[index]}.woff2`, weight)).join('');
  assert.deepEqual(fetchesOf(page(some)), ['b.woff2', 'c.woff2']);
});

test('of the sizes of an image a desktop’s is fetched', () => {
  const files = empty('s.png', 'm.png', 'l.png', 'x.png', 'x.avif', 'x.webp');
  const fetches = (/** @type {string} */ html) => fetchesOf({ ...files, 'a.html': html });
  assert.deepEqual(fetches('<img src=s.png srcset="m.png 2x, l.png 3x">'), ['s.png']);
  assert.deepEqual(fetches('<img src=s.png srcset="s.png 400w, m.png 700w, l.png 1400w" sizes="50vw">'), ['m.png']);
  assert.deepEqual(
    fetches('<img src=s.png srcset="s.png 400w, m.png 700w, l.png 1400w" sizes="(max-width: 800px) 100vw, 350px">'),
    ['s.png'],
  );
  assert.deepEqual(fetches('<img srcset="s.png 400w, l.png 1400w">'), ['l.png']);
  assert.deepEqual(
    fetches(
      '<picture><source srcset=x.avif type=image/avif><source srcset=x.webp type=image/webp><img src=x.png></picture>',
    ),
    ['x.avif'],
  );
  assert.deepEqual(
    fetches(
      '<picture><source srcset=s.png media="(max-width: 600px)"><source srcset=x.webp type=image/heic><img ' +
        'src=l.png></picture>',
    ),
    ['l.png'],
  );
  assert.deepEqual(fetches('<img src=s.png lowsrc=m.png>'), ['s.png']);
  const set = '="s.png 400w, m.png 700w, l.png 1400w"';
  const ahead = (/** @type {string} */ said) => fetches(`<link ${said} href=x.png imagesrcset${set} imagesizes=50vw>`);
  assert.deepEqual(ahead('rel=preload as=image'), ['m.png']);
  assert.deepEqual(ahead('rel=canonical'), []);
});

test('one icon is fetched', () => {
  const files = empty('16.png', '32.png', 'x.svg');
  const link = (/** @type {string} */ rest) => `<link rel=icon ${rest}>`;
  const icons = link('href=32.png sizes=32x32') + link('href=16.png sizes=16x16');
  assert.deepEqual(fetchesOf({ ...files, 'a.html': icons }), ['32.png']);
  assert.deepEqual(fetchesOf({ ...files, 'a.html': link('href=16.png') + link('href=x.svg') }), ['x.svg']);
});

test('modules bring what they import, and not what they may import later', () => {
  const files = {
    'a.html': '<script type=module src=js/a.js></script><script type=module>import "./js/c.js"</script>',
    'js/a.js':
      'import{x as y}from"./b.js";import("./later.js");export * from \'../js/d.js\';say("import e from \\"./e.js\\"")',
    'js/b.js': '',
    'js/c.js': '',
    'js/d.js': '',
    'js/later.js': '',
  };
  assert.deepEqual(fetchesOf(files), ['js/a.js', 'js/c.js', 'js/b.js', 'js/d.js']);
});

test('images that code asks for ahead are fetched, where that code runs', () => {
  const files = empty('on.gif', 'off.gif', 'late.gif', 'pics/one.gif');
  const fetches = (/** @type {string} */ html, /** @type {string} */ js = '') =>
    fetchesOf({ ...files, 'js/x.js': js, 'a.html': html }).filter((path) => path !== 'js/x.js');
  const linked = '<script src=js/x.js></script>';
  assert.deepEqual(fetches('<script>var a = new Image(); a.src = "on.gif"; b = "off.gif"</script>'), ['on.gif']);
  assert.deepEqual(fetches('<script><!--\r\nvar a = new Image();\r\na.src = "on.gif"\r\n// --></script>'), ['on.gif']);
  assert.deepEqual(fetches('<script>(new Image(3, 4)).src = "on.gif"</script>'), ['on.gif']);
  assert.deepEqual(fetches('<script>pics[0] = new Image; pics[0].src = "on.gif"</script>'), ['on.gif']);
  const maker = 'function fetchAll() { var a = fetchAll.arguments; for (i in a) (new Image()).src = a[i]; }';
  assert.deepEqual(fetches(`${linked}<body onload="fetchAll('on.gif', 'pics/one.gif')">`, maker), [
    'on.gif',
    'pics/one.gif',
  ]);
  assert.deepEqual(fetches(`<body onload="fetchAll('on.gif')">`), []);
  const later =
    'function start() { x = new Image(); x.src = "on.gif"; if (x) { y = 1 } } function never() { x = new ' +
    'Image(); x.src = "late.gif"; }';
  assert.deepEqual(fetches(`${linked}<body onload="start()">`, later), ['on.gif']);
  assert.deepEqual(fetches(`${linked}<a onmouseover="never()">`, later), []);
});
