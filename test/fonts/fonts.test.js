import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import fc from 'fast-check';
import fontverter from 'fontverter';
import { chooseLetters } from '../../lib/fonts/choose-letters.js';
import { featuresIn } from '../../lib/fonts/features.js';
import { iconsNamed } from '../../lib/fonts/icons.js';
import { fontMakers } from '../../lib/fonts/makers.js';
import { readFont } from '../../lib/fonts/read-font.js';
import { lettersInStrings } from '../../lib/fonts/script-strings.js';
import { openSaidNames } from '../../lib/site/style/said-names.js';
import { mayMatchNames } from '../../lib/site/style/selector-names.js';
import { writeRange } from '../../lib/site/style/unicode-range.js';

const tinos = readFileSync(
  createRequire(import.meta.url).resolve('@fontsource/tinos/files/tinos-latin-400-normal.woff2'),
);
const codes = (/** @type {string} */ text) => new Set([...text].map((letter) => letter.codePointAt(0) ?? 0));

test('a font is read alike in each of its formats', async () => {
  const sfnt = await fontverter.convert(tinos, 'sfnt');
  const woff = await fontverter.convert(sfnt, 'woff');
  const fonts = await Promise.all([tinos, sfnt, woff].map((bytes) => readFont(bytes)));
  assert.deepEqual(
    fonts.map((font) => font?.format),
    ['woff2', 'sfnt', 'woff'],
  );
  for (const font of fonts) {
    assert.ok(font?.letters.has(0x41) && !font.letters.has(0x4e00), 'Latin, and no Chinese');
    assert.equal(font?.isIcons, false);
    assert.equal(font?.forbids, null, 'Apache-2.0 allows changes');
  }
  assert.equal(await readFont(Buffer.from('wOF2 is no font')), null);
});

test('a subset holds the letters that were asked for and no others', async () => {
  const letters = 'Straße ﬁ';
  const features = featuresIn([]);
  const made = await fontMakers['font-subset'](tinos, { letters, features });
  assert.ok(made.ok && made.bytes && made.bytes.length < tinos.length / 3, 'it is small');
  const font = await readFont(made.bytes);
  const whole = await readFont(tinos);
  assert.deepEqual(
    [...(font?.letters ?? [])].sort(),
    [...codes(letters)].filter((one) => whole?.letters.has(one)).sort(),
  );
});

test('letters of scripts in which they join are kept all or none, with what joins them', () => {
  const arabic = [0x628, 0x62a, 0x644, 0x627, 0x200d, 0x64e];
  const devanagari = [0x915, 0x94d, 0x937, 0x200c];
  const held = new Set([...codes('Aabc é'), 0x301, ...arabic, ...devanagari]);
  assert.deepEqual(chooseLetters(codes('ab'), held), [0x20, 0x61, 0x62, 0x200c, 0x200d]);
  const word = chooseLetters(new Set([0x628]), held);
  for (const letter of arabic) assert.ok(word.includes(letter), letter.toString(16));
  assert.ok(!word.includes(0x915), 'no letters of another script');
  assert.ok(
    chooseLetters(new Set([0x1f468]), new Set([0x20, 0x1f468, 0x200d, 0x1f3fd, 0xfe0f])).length === 5,
    'parts of emoji',
  );
});

test('a subset keeps what draws nothing, since no rendering tells whether a page uses it', () => {
  const invisible = [0xa0, 0xad, 0x2009, 0x200b, 0x200c, 0x200d, 0x202f, 0xfeff];
  const kept = chooseLetters(codes('ab'), new Set([...codes('abcd '), ...invisible]));
  assert.deepEqual(kept, [...codes(' ab'), ...invisible]);
  assert.deepEqual(chooseLetters(codes('ab'), codes('abcd ')), [...codes(' ab')], 'no more than the font has');
});

test('a subset of which pages use only the metrics keeps an outline, without which browsers reject a font', () => {
  const held = new Set([...codes(' ba!'), 0xa0]);
  assert.deepEqual(chooseLetters(codes('然后'), held), [0x20, 0x21, 0xa0]);
  assert.deepEqual(chooseLetters(new Set([0x301]), new Set([0x20, 0x301, ...codes('x')])), [
    0x20,
    ...codes('x'),
    0x301,
  ]);
  assert.deepEqual(chooseLetters(new Set(), new Set([0x20, 0xa0])), [0x20, 0xa0], 'a font of spaces');
});

test('a range holds every letter, and no other than those that may fall into it', () => {
  const letters = fc.uniqueArray(fc.integer({ min: 0, max: 900 }), { minLength: 1 });
  fc.assert(
    fc.property(letters, letters, (kept, barred) => {
      const inOrder = kept.toSorted((a, b) => a - b);
      const range = writeRange(inOrder, (letter) => !barred.includes(letter));
      const spans = range.split(',').map((part) => {
        const [first, last = first] = part.slice(2).split('-');
        return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
      });
      const isIn = (/** @type {number} */ letter) => spans.some(([first, last]) => first <= letter && letter <= last);
      assert.ok(kept.every(isIn), range);
      assert.ok(
        barred.every((letter) => kept.includes(letter) || !isIn(letter)),
        range,
      );
    }),
  );
});

test('features stay that styles may switch on', () => {
  assert.ok(!featuresIn([]).includes('tnum'));
  assert.ok(featuresIn(['td { font-variant-numeric: tabular-nums }']).includes('tnum'));
  assert.ok(featuresIn(['.x { font-feature-settings: "ss03" 1 }']).includes('ss03'));
  assert.ok(featuresIn(['style.fontVariantNumeric = "tabular-nums"']).includes('tnum'));
  assert.ok(featuresIn([]).includes('kern') && featuresIn([]).includes('liga'), 'what browsers do by themselves');
});

test('icons are those whose class is said anywhere but in the sheet', () => {
  const sheet =
    '.i-a::before{content:"\\f001"}.i-b{--icon:"\\f002"}.i-c:before{content:"x"}.i-d:before{content:"\\f004"}';
  assert.deepEqual(iconsNamed([sheet, '<body><i class="i-a"></i>', 'name = "i-b"']), [0xf001, 0xf002]);
  assert.deepEqual(iconsNamed([sheet]), []);
});

test('of scripts, letters of sentences count, and digits', () => {
  const said = new Set(lettersInStrings(['say("Thank you, Zoë!"); key = "qx-7"']));
  assert.ok([...codes('Zoë!0123456789')].every((letter) => said.has(letter)));
  assert.ok(!said.has(0x71), 'a name in the code is not shown');
  assert.deepEqual(lettersInStrings(['<html><body>no script</body>']), []);
});

test('names that code says or may put together are told from others', () => {
  const said = (/** @type {string} */ code) => openSaidNames([code]);
  assert.ok(said('a.classList.add("is-open")')('is-open'));
  assert.ok(
    said('"btn-" + kind')('btn-danger') &&
      said(`\`btn-$${'{kind}'}\``)('btn-danger') &&
      said('"btn-".concat(kind)')('btn-x'),
  );
  assert.ok(said('kind + "-lg"')('col-lg') && said(`\`$${'{kind}'}-lg\``)('col-lg'));
  assert.ok(said('["btn", size].join("-"); sizes = "lg"')('btn-lg'));
  assert.ok(said('x = "md:grid-cols-3"')('md:grid-cols-3'));
  assert.ok(!said('"btn-" + kind')('alert-danger') && !said('open()')('is-open'));
});

test('a selector may match only where each name that it asks for is known', () => {
  const known = (/** @type {string} */ kind, /** @type {string} */ name) =>
    ['class a', 'id b', 'tag p'].includes(`${kind} ${name}`);
  for (const selector of [
    '.a',
    '#b .a:hover',
    'p:not(.x)',
    ':is(.x, .a)',
    'p:has(#b)',
    '*',
    'html',
    '[data-x].a',
    '!?',
  ]) {
    assert.ok(mayMatchNames(selector, known), selector);
  }
  for (const selector of ['.x', '.a .x', 'video', ':is(.x, .y) p', 'p:has(.x)', '#a', '.a:where(.x)::before']) {
    assert.ok(!mayMatchNames(selector, known), selector);
  }
});
