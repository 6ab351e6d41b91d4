import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { orderByNeed } from '../../../lib/output/fingerprint/order.js';
import { findDigestNames } from '../../../lib/site/text/digest-name.js';
import { fingerprint, GIF } from './sites.js';

test('every reference that is read with certainty leads to the new name', () => {
  const { textOf, nameOf, files } = fingerprint({
    'docs/index.html': `<link rel=stylesheet href="../css/a.css?x=1#y"><link rel=preload as=image href=/i/one.gif>
      <img src="../i/one.gif" srcset="../i/one.gif 1x, ../i/two.gif 2x"><div style="background:url(../i/two.gif)"></div>
      <script type=module>import { go } from "../js/app.js"; go()</script>`,
    'css/a.css': '@import "b.css"; p{background:url("../i/one.gif")}',
    'css/b.css': '@font-face{font-family:x;src:url(f.woff2)}',
    'css/f.woff2': Buffer.from('wOF2'),
    'js/app.js': 'import{x}from"./x.js";export const go=()=>x',
    'js/x.js': 'export const x=1',
    'i/one.gif': GIF,
    'i/two.gif': Buffer.concat([GIF, GIF]),
  });
  const page = textOf('docs/index.html');
  for (const path of ['css/a.css', 'i/one.gif', 'i/two.gif', 'js/app.js']) {
    assert.ok(page.includes(nameOf(path)) && !page.includes(path), `${path} in ${page}`);
    assert.ok(!files.has(path), `nothing asks for ${path} any more`);
  }
  assert.ok(page.includes(`${nameOf('css/a.css')}?x=1#y`), 'query and fragment stay');
  assert.ok(textOf(nameOf('css/a.css')).includes(nameOf('css/b.css').slice(4)));
  assert.ok(textOf(nameOf('css/b.css')).includes(nameOf('css/f.woff2').slice(4)));
  assert.ok(textOf(nameOf('js/app.js')).includes(nameOf('js/x.js').slice(3)));
  for (const [, name] of ['css/a.css', 'i/one.gif', 'js/x.js'].entries()) {
    const { bytes } = /** @type {{ bytes: Uint8Array }} */ (files.get(nameOf(name)));
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 10);
    assert.ok(nameOf(name).includes(`.${digest}.`), 'the digest is that of the content');
  }
});

test('a change changes the names of what holds it and of what refers to that, and no others', () => {
  const texts = {
    'index.html': '<link rel=stylesheet href=a.css><link rel=stylesheet href=c.css>',
    'a.css': '@import "b.css"',
    'b.css': 'p{color:red}',
    'c.css': 'b{color:red}',
  };
  const [one, two] = [fingerprint(texts), fingerprint({ ...texts, 'b.css': 'p{color:blue}' })];
  assert.notEqual(one.nameOf('b.css'), two.nameOf('b.css'));
  assert.notEqual(one.nameOf('a.css'), two.nameOf('a.css'));
  assert.equal(one.nameOf('c.css'), two.nameOf('c.css'));
});

test('modules that import each other get names together', () => {
  const texts = {
    'index.html': '<script type=module src=a.js></script>',
    'a.js': 'import "./b.js";export let a',
    'b.js': 'import "./a.js";export let b',
  };
  const { nameOf, textOf } = fingerprint(texts);
  assert.ok(textOf(nameOf('a.js')).includes(nameOf('b.js')));
  assert.ok(textOf(nameOf('b.js')).includes(nameOf('a.js')));
  const changed = fingerprint({ ...texts, 'b.js': 'import "./a.js";export let c' });
  assert.notEqual(changed.nameOf('a.js'), nameOf('a.js'));
});

describe('what a script may name', () => {
  test('keeps its old name as well', () => {
    const { files, nameOf, textOf } = fingerprint({
      'index.html': '<img src=a.gif><script>show("a.gif")</script>',
      'a.gif': GIF,
    });
    assert.ok(files.has('a.gif') && files.has(nameOf('a.gif')));
    assert.match(textOf('index.html'), /<img src=a\.[\da-f]{10}\.gif><script>show\("a\.gif"\)/);
  });

  test('is left alone where it would run or apply twice', () => {
    const { names, left } = fingerprint({
      'index.html': '<link rel=stylesheet href=a.css><script src=m.js></script><script>load("a.css", "m.js")</script>',
      'a.css': 'p{}',
      'm.js': 'run()',
    });
    assert.equal(names.size, 0);
    assert.deepEqual(
      left.map(({ path }) => path),
      ['a.css', 'm.js'],
    );
    assert.match(left[0].reason, /index\.html may name it in another way/);
  });

  test('pictures whose names a script makes from others stay', () => {
    const { names } = fingerprint({
      'index.html': "<img src=a_off.gif onmouseover=\"this.src=this.src.replace('_off','_on')\">",
      'a_off.gif': GIF,
      'a_on.gif': GIF,
    });
    assert.equal(names.size, 0);
  });

  test('an import map names modules: they stay', () => {
    const { names } = fingerprint({
      'index.html': '<script type=importmap>{"imports":{"x":"./x.js"}}</script><script type=module src=x.js></script>',
      'x.js': 'export default 1',
    });
    assert.equal(names.size, 0);
  });
});

test('a manifest is mended and keeps its own name', () => {
  const { textOf, nameOf, names } = fingerprint({
    'index.html': '<link rel=manifest href=site.webmanifest><img src=i.gif>',
    'site.webmanifest': '{"name":"i.gif or so","icons":[{"src":"/i.gif","sizes":"1x1"}]}',
    'i.gif': GIF,
  });
  assert.ok(textOf('site.webmanifest').includes(`"src":"/${nameOf('i.gif')}"`));
  assert.ok(!names.has('site.webmanifest'));
});

test('Workbox’s list gets new names, and new revisions for what is not as it came', () => {
  const worker =
    `importScripts("workbox-7cfec069.js");precacheAndRoute([{url:"index.html",` +
    `revision:"0123456789abcdef0123456789abcdef"},{"revision":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",` +
    `"url":"same.html"},{url:"a.css",revision:null}],{})`;
  const { textOf, nameOf, files } = fingerprint(
    {
      'index.html': '<link rel=stylesheet href=a.css>',
      'same.html': '<p>as it came',
      'a.css': 'p{color:red}',
      'sw.js': worker,
      'workbox-7cfec069.js': 'lib()',
    },
    { before: { 'a.css': 'p{ color: red }' } },
  );
  const text = textOf('sw.js');
  assert.ok(text.includes(`{url:"${nameOf('a.css')}",revision:null}`), text);
  assert.ok(text.includes(`url:"index.html",revision:"${files.get('index.html')?.hash.slice(0, 32)}"`), text);
  assert.ok(text.includes('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'), 'what is the same keeps its revision');
  assert.ok(files.has('workbox-7cfec069.js'));
});

test('what a script names by a digest of its content stays as it is, and what it names keeps its name', () => {
  const css = 'p{background:url(a.gif)}';
  const integrity = `sha256-${createHash('sha256').update(css).digest('base64')}`;
  const { textOf, nameOf, files } = fingerprint({
    'index.html': '<link rel=stylesheet href=a.css><script src=load.js></script>',
    'load.js': `check("a.css", "${integrity}")`,
    'a.css': css,
    'a.gif': GIF,
  });
  assert.equal(textOf(nameOf('a.css')), css);
  assert.ok(files.has('a.gif'));
});

describe('digests in names', () => {
  for (const [path, digest] of [
    ['assets/js/main.3f4e1c2d.js', '3f4e1c2d'],
    ['assets/index-BX_-x9dQ.css', 'BX_-x9dQ'],
    ['assets/chunk-ABCD2345.js', 'ABCD2345'],
    ['bundle.e31a14b2.min.js', 'e31a14b2'],
    ['_next/static/media/a34f9d1faa5f3315-s.p.woff2', 'a34f9d1faa5f3315'],
    [
      'style.6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b.css',
      '6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b',
    ],
  ]) {
    test(path, () => {
      const place = findDigestNames([path]).get(path);
      assert.equal(place && path.slice(place.start, place.end), digest);
    });
  }

  for (const path of [
    ...['img/settings.png', 'photo-20240115.jpg', 'nav_home.gif', 'jquery-ui.min.js', 'css/overview.css'],
    ...['b1_r10_c1.gif', 'tab-left-ie6.png', 'font/v5-font-face.css', 'bild01x175.jpg', 'README.md'],
  ]) {
    test(`${path} has none`, () => assert.equal(findDigestNames([path]).size, 0));
  }
});

test('an order by need has each after what it needs, but for those that need each other', () => {
  const graphs = fc.array(fc.tuple(fc.nat(12), fc.nat(12)), { maxLength: 40 });
  fc.assert(
    fc.property(graphs, (arrows) => {
      const needsOf = (/** @type {string} */ name) =>
        arrows.flatMap(([from, to]) => (String(from) === name ? String(to) : []));
      const groups = orderByNeed(
        Array.from({ length: 13 }, (_, index) => String(index)),
        needsOf,
      );
      const at = new Map(groups.flatMap((group, index) => group.map((name) => [name, index])));
      assert.equal(at.size, 13, 'each once');
      for (const [from, to] of arrows) assert.ok(Number(at.get(String(to))) <= Number(at.get(String(from))));
    }),
  );
});

test('a new file that has its digest in its name already keeps it', () => {
  const css = '.box{color:red}';
  const path = `new-${createHash('sha256').update(css).digest('hex').slice(0, 8)}.css`;
  const texts = { 'index.html': `<link rel=stylesheet href=${path}><p class=box>`, [path]: css };
  const { names, gone } = fingerprint(texts, { before: { [path]: '' }, all: false });
  assert.deepEqual([names.size, gone], [0, []]);
});
