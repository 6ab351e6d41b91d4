import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { packCss } from '../../../lib/output/pack/css.js';

/** @type {[string, string, string | null][]} */
const SHEETS = [
  [
    'white space and remarks go',
    '/* a */\nh1 > p ,\n a:hover {\n color : red ;\n margin : 0 auto ;\n}\n',
    'h1 > p,a:hover{color:red;margin:0 auto}',
  ],
  [
    'values stay',
    'a { color: #FFFFFF; margin: 0px 0px; width: calc( 1px + 2px ) }',
    'a{color:#FFFFFF;margin:0px 0px;width:calc(1px + 2px)}',
  ],
  ['a space before a pseudo-class means something', 'a :hover { b: c }', 'a :hover{b:c}'],
  ['licences stay', '/*! by me */ a { b: c }', '/*! by me */a{b:c}'],
  ['strings stay', 'a::before { content: "a  /* b */" ; }', 'a::before{content:"a  /* b */"}'],
  ['rules are not merged', 'a { b: c } a { b: c }', 'a{b:c}a{b:c}'],
  ['fallbacks stay', 'a { color: red; color: var( --x ) }', 'a{color:red;color:var( --x )}'],
  [
    'nesting and new at-rules stay',
    '@layer x;\n@container (width > 1px) { a { &:hover { b: c } } }',
    '@layer x;@container (width > 1px){a{&:hover{b:c}}}',
  ],
  ['empty custom properties stay', 'a { --x: ; b: c }', 'a{--x: ;b:c}'],
  ['a sheet that does not parse stays', 'a { b: c', null],
  ['a sheet with a selector that is none stays', '!important/* a */b { c: d }', null],
  ['a sheet that is packed stays', 'a{b:c}', null],
  ['a map that no longer fits is not named', 'a {\n  b: c;\n}\n/*# sourceMappingURL=a.css.map */', 'a{b:c}'],
  ['a map stays with a sheet that is packed', `${'a{b:c}'.repeat(20)}\n/*# sourceMappingURL=a.css.map */\n`, null],
];
for (const [name, before, after] of SHEETS) test(name, async () => assert.equal(await packCss(before), after));

test('packing twice is packing once', async () => {
  const piece = fc.constantFrom(
    'a',
    '.b ',
    '{',
    '}',
    ' c : d ;',
    '/* e */',
    '"f  g"',
    '@media x',
    ',',
    ' > ',
    '\n',
    '--h:  i;',
    'url( j )',
    '!important',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (parts) => {
      const packed = await packCss(parts.join(''));
      if (packed !== null) assert.equal(await packCss(packed), null);
    }),
    { numRuns: 500 },
  );
});
