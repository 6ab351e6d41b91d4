import assert from 'node:assert/strict';
import { SourceMap } from 'node:module';
import { test } from 'node:test';
import { packJson } from '../../../lib/output/pack/json.js';
import { packMappedScript, packScript } from '../../../lib/output/pack/script.js';
import { processorMsOf } from '../../harness/processor-time.js';

test('a script gets smaller, what other scripts call keeps its name', async () => {
  const packed = await packScript(
    'var count = 0;\nfunction next(amount) {\n  count = count + amount;\n  return count;\n}\n',
  );
  assert.equal(packed, 'var count=0;function next(n){return count+=n}');
});

test('packing twice is packing once', async () => {
  const source =
    'function a(x) { if (x) { return 1 } else { var y = 2; return y + x } }\nexport { a };\n'.repeat(1) +
    'let s = "</script>";';
  const packed = await packScript(source);
  assert.ok(packed);
  assert.equal(await packScript(packed), null);
  assert.doesNotMatch(packed, /<\/script/);
});

test('modules parse, with imports and await at the top', async () => {
  assert.equal(await packScript('import { a } from "./a.js";\nawait a( 1 );\n'), 'import{a}from"./a.js";await a(1);');
});

test('scripts in ASCII stay in ASCII, others keep their characters', async () => {
  assert.equal(await packScript('var a = "\\u2192" ; // x'), 'var a="\\u2192";');
  assert.equal(await packScript('var a = "→" ; // x'), 'var a="→";');
  assert.equal(await packScript('var a = "é→" ;    // to be escaped', { asciiOnly: true }), 'var a="\\xe9\\u2192";');
});

test('licences stay, remarks go', async () => {
  assert.equal(await packScript('/*! me */ var a = 1; /* note */'), '/*! me */var a=1;');
});

test('what would break, or gets no smaller, is left alone', async () => {
  assert.equal(await packScript('function f ( { '), null);
  assert.equal(await packScript('a()'), null);
  assert.equal(await packScript('app.controller("x", function ($scope) { $scope.a = 1 })'), null);
  assert.equal(await packScript('var ie = /*@cc_on!@*/ false;'), null);
});

test('a script with a source map of its own keeps it, one with the map inside loses it', async () => {
  assert.equal(await packScript('var a = 1;\n//# sourceMappingURL=a.js.map\n'), null);
  assert.equal(await packScript('var a = 1;\n//# sourceMappingURL=data:application/json;base64,e30=\n'), 'var a=1;');
});

test('JSON loses its white space and nothing else', () => {
  assert.equal(packJson('{ "a" : [ 1.0, 1e5, "x \\" y" ] }'), '{"a":[1.0,1e5,"x \\" y"]}');
  assert.equal(packJson('{ a: 1 }'), null);
});

test('a script with a map is packed, and its map leads to the same places', async () => {
  const source =
    `function next(amount) {\n  return amount + 1;\n}\n${'// remark\n'.repeat(20)}next(2);\n//# ` +
    `sourceMappingURL=a.js.map\n`;
  // Each line has the same number as in a file `next.ts`.
  const lines = source.split('\n').length;
  const map = {
    ...{ version: 3, sources: ['next.ts'], sourcesContent: [source], names: [] },
    mappings: `AAAA;${'AACA;'.repeat(lines - 1)}`,
  };
  const packed = await packMappedScript(source, JSON.stringify(map));
  assert.ok(packed);
  assert.equal(packed.text, 'function next(n){return n+1}next(2);\n//# sourceMappingURL=a.js.map\n');
  const found = new SourceMap(JSON.parse(packed.map)).findEntry(0, packed.text.indexOf('next(2)'));
  assert.ok('originalLine' in found);
  assert.deepEqual([found.originalSource, found.originalLine], ['next.ts', source.split('\n').indexOf('next(2);')]);
  assert.equal(await packMappedScript(packed.text, packed.map), null, 'packed once is packed');
  assert.equal(await packScript(source), null, 'without its map at hand it stays');
});

test('a long minified script with a map is packed with effort “max” only', async () => {
  const source = `${'a=b(10000000,c);'.repeat(2100)}\n//# sourceMappingURL=a.js.map\n`;
  const map = JSON.stringify({ version: 3, sources: ['a.ts'], sourcesContent: [''], names: [], mappings: 'AAAA' });
  assert.equal(await packMappedScript(source, map), null);
  assert.ok(await packMappedScript(source, map, 'max'));
});

test('chains of conditions and long lists of statements take no longer than others', async () => {
  for (const source of [
    `${'if(a)b();else '.repeat(800)}c()`,
    `x=${'a?b:'.repeat(800)}c`,
    `function f(){${'if(a)return 1;'.repeat(800)}}`,
  ]) {
    const took = await processorMsOf(() => packScript(source));
    assert.ok(took < 6000, `${took} ms for ${source.slice(0, 20)}`);
  }
});
