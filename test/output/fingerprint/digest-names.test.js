import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { findFixedNames } from '../../../lib/output/fingerprint/may-rename.js';
import { linkSite } from '../../../lib/site/graph/build-graph.js';
import { fingerprint, GIF, siteOf } from './sites.js';

describe('names that came with a digest', () => {
  const page = '<link rel=stylesheet href=/assets/style.DFTx90Kk.css><script src=/assets/app.8f3a2b1c.js></script>';

  test('get another where the content is not what it was, of the same length', () => {
    const { names, files, textOf } = fingerprint(
      { 'index.html': page, 'assets/style.DFTx90Kk.css': 'p{color:red}', 'assets/app.8f3a2b1c.js': 'run()' },
      { all: false, before: { 'assets/style.DFTx90Kk.css': 'p { color: red }' } },
    );
    assert.deepEqual([...names.keys()], ['assets/style.DFTx90Kk.css']);
    const name = String(names.get('assets/style.DFTx90Kk.css'));
    assert.match(name, /^assets\/style\.[\da-f]{8}\.css$/);
    assert.ok(!files.has('assets/style.DFTx90Kk.css'));
    assert.ok(textOf('index.html').includes(name));
  });

  test('keep it where the content is the same, and where files without one changed', () => {
    const { names, changed } = fingerprint(
      { 'index.html': page, 'assets/style.DFTx90Kk.css': 'p{}', 'assets/app.8f3a2b1c.js': 'run()', 'plain.css': 'b{}' },
      { all: false, before: { 'plain.css': 'b { }' } },
    );
    assert.equal(names.size + changed.size, 0);
  });

  test('under the old name lies what lay there, as long as something may ask for it', () => {
    const { textOf, files, nameOf } = fingerprint(
      { 'index.html': '<img src=p.8f3a2b1c.gif><script>show("p.8f3a2b1c.gif")</script>', 'p.8f3a2b1c.gif': GIF },
      { all: false, before: { 'p.8f3a2b1c.gif': 'GIF89a as it came' } },
    );
    assert.equal(textOf('p.8f3a2b1c.gif'), 'GIF89a as it came');
    assert.deepEqual(Buffer.from(files.get(nameOf('p.8f3a2b1c.gif'))?.bytes ?? []), GIF);
  });

  test('that cannot get another are known before anything changes', () => {
    const site = siteOf({
      'index.html': page,
      'assets/style.DFTx90Kk.css': 'p{}',
      'assets/app.8f3a2b1c.js': 'import("./chunk" + version("C_nQl19b-1") + ".js")',
      'assets/chunk.C_nQl19b.js': 'x()',
    });
    assert.deepEqual([...findFixedNames(site, linkSite(site)).keys()], ['assets/chunk.C_nQl19b.js']);
  });
});

test('an image with a digest of its own may get another name, although a script derives names from names', () => {
  const site = siteOf({
    'index.html': '<img src=plot.8f3a2b1c.gif><img src=on.91ab37c4.gif><script src=menu.js></script>',
    'menu.js': "image.src = image.src.substr(0, image.src.length - 9) + 'plus.gif'",
    'plot.8f3a2b1c.gif': GIF,
    'on.91ab37c4.gif': GIF,
    'off.91ab37c4.gif': GIF,
  });
  assert.deepEqual([...findFixedNames(site, linkSite(site)).keys()].sort(), ['off.91ab37c4.gif', 'on.91ab37c4.gif']);
});

describe('files that scripts name by a digest', () => {
  const page = '<script type=module src=/assets/app-8f3a2b1c.js></script>';
  const sheet = 'assets/menu-C8aK2f0z.css';
  const [before, after] = [{ [sheet]: 'p { color: red }' }, { [sheet]: 'p{color:red}' }];

  for (const [what, code] of [
    ['whole', 'const deps=["assets/menu-C8aK2f0z.css"];load(deps)'],
    ['with a part of the folder', 'load("./menu-C8aK2f0z.css?x")'],
    ['in pieces', 'load("assets/"+{7:"menu"}[e]+"-"+{7:"C8aK2f0z"}[e]+".css")'],
    ['in JSON in a string', String.raw`load(JSON.parse("{\"menu\":\"C8aK2f0z\"}"))`],
  ]) {
    test(`get another name: ${what}`, () => {
      const { names, files, textOf, nameOf } = fingerprint(
        { 'index.html': page, 'assets/app-8f3a2b1c.js': code, ...after },
        { all: false, before },
      );
      assert.deepEqual([...names.keys()].sort(), ['assets/app-8f3a2b1c.js', sheet]);
      const digest = nameOf(sheet).slice(-12, -4);
      assert.equal(textOf(nameOf('assets/app-8f3a2b1c.js')), code.replace('C8aK2f0z', digest));
      assert.ok(textOf('index.html').includes(nameOf('assets/app-8f3a2b1c.js')));
      assert.ok(!files.has(sheet) && !files.has('assets/app-8f3a2b1c.js'), 'nothing asks for the old names');
    });
  }

  test('share it with what has the same digest', () => {
    const { nameOf, textOf } = fingerprint(
      {
        'index.html': '<script src=/app-8f3a2b1c.js></script><script>pages={"a":"CQK6Qz3p"}</script>',
        'app-8f3a2b1c.js': 'import("/a.CQK6Qz3p.lean.js")',
        'a.CQK6Qz3p.js': 'long()',
        'a.CQK6Qz3p.lean.js': 'short()',
      },
      { all: false, before: { 'a.CQK6Qz3p.js': 'long ( )' } },
    );
    const digest = nameOf('a.CQK6Qz3p.js').slice(2, 10);
    assert.notEqual(digest, 'CQK6Qz3p');
    assert.equal(nameOf('a.CQK6Qz3p.lean.js'), `a.${digest}.lean.js`);
    assert.ok(textOf('index.html').includes(`{"a":"${digest}"}`));
  });

  test('keep it where one that names them cannot change', () => {
    const code = 'load("assets/menu-C8aK2f0z.css")';
    const integrity = `sha256-${createHash('sha256').update(code).digest('base64')}`;
    const site = siteOf({
      'index.html': '<script src=/load.js></script><script src=/assets/app-8f3a2b1c.js></script>',
      'load.js': `check("/assets/app-8f3a2b1c.js", "${integrity}")`,
      'assets/app-8f3a2b1c.js': code,
      ...after,
    });
    assert.match(String(findFixedNames(site, linkSite(site)).get(sheet)), /app-8f3a2b1c\.js names it/);
  });

  test('keep it where a policy names the code by its hash', () => {
    const code = 'load("assets/menu-C8aK2f0z.css")';
    const integrity = `sha256-${createHash('sha256').update(code).digest('base64')}`;
    const policy = `<meta http-equiv=Content-Security-Policy content="script-src '${integrity}'">`;
    const site = siteOf({ 'index.html': `${policy}<script>${code}</script>`, ...after });
    assert.ok(findFixedNames(site, linkSite(site)).has(sheet));
  });

  test('leave the name of a source map as it is', () => {
    const { textOf, nameOf } = fingerprint(
      {
        'index.html': '<link rel=stylesheet href=/assets/menu-C8aK2f0z.css>',
        [sheet]: 'p{color:red}/*# sourceMappingURL=menu-C8aK2f0z.css.map */',
        [`${sheet}.map`]: '{"version":3,"file":"menu-C8aK2f0z.css","sources":[],"mappings":""}',
      },
      { all: false, before },
    );
    assert.notEqual(nameOf(sheet), sheet);
    assert.ok(textOf(nameOf(sheet)).includes('sourceMappingURL=menu-C8aK2f0z.css.map'));
  });
});
