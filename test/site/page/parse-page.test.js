import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parsePage } from '../../../lib/site/page/parse-page.js';
import { readPage } from '../../../lib/site/page/read-page.js';
import { makeFile } from '../../../lib/site/read-site.js';
import { encodeText } from '../../../lib/site/text/encoding.js';

const UTF8 = { name: 'utf-8', bom: false };

/** @param {string} source */
const parse = (source) => parsePage('a.html', source, UTF8);

test('every range points at what it names, whatever the quotes and line ends', () => {
  const source = '<HTML>\r\n<BODY BGCOLOR=#ffffff\r text="red" x = \'1\' nohref>\r<P>one<IMG SRC=a.gif><p>two</BODY>';
  const page = parse(source);
  const body = page.elements.find(({ tag }) => tag === 'body');
  assert.ok(body);
  const text = (/** @type {{start:number,end:number}|null} */ range) =>
    range ? source.slice(range.start, range.end) : null;
  assert.deepEqual(
    [...body.attributes.values()].map(({ name, value, nameRange, valueRange, quote }) => [
      name,
      value,
      text(nameRange),
      text(valueRange),
      quote,
    ]),
    [
      ['bgcolor', '#ffffff', 'BGCOLOR', '#ffffff', ''],
      ['text', 'red', 'text', 'red', '"'],
      ['x', '1', 'x', '1', "'"],
      ['nohref', '', 'nohref', null, ''],
    ],
  );
  const image = page.elements.find(({ tag }) => tag === 'img');
  assert.equal(text(image?.range ?? null), '<IMG SRC=a.gif>');
  assert.equal(image?.parent?.tag, 'p');
  assert.equal(page.quirks, true);
});

test('elements that the parser makes up or repeats are left out', () => {
  const page = parse('<!doctype html><table><tr><td><b>1<p>2</b>3</table>');
  assert.deepEqual(
    page.elements.map(({ tag }) => tag),
    ['table', 'tr', 'td', 'b', 'p'],
  );
  assert.equal(page.quirks, false);
});

test('any text parses, and the start tag of every element starts with its name', () => {
  const piece = fc.constantFrom(
    '<b>',
    '</b>',
    '<P ',
    'a=1',
    '>',
    '"',
    "'",
    '<table>',
    '<td>',
    'x',
    '&amp;',
    '<!--',
    '-->',
    '\r',
    '\r\n',
    '<svg>',
    '<IMG/>',
    '</p>',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const source = pieces.join('');
      for (const { startTag, tag } of parse(source).elements) {
        assert.equal(
          source.slice(startTag.start, startTag.start + 1 + tag.length).toLowerCase(),
          `<${tag.toLowerCase()}`,
        );
      }
    }),
  );
});

test('a page comes back to its own bytes from every encoding a browser would choose', () => {
  const cases = /** @type {[string, string, boolean][]} */ ([
    ['utf-8', '<meta charset=utf-8>é漢', false],
    ['utf-8', 'é漢', true],
    ['windows-1252', '<meta charset=iso-8859-1>é\u0081', false],
    ['shift_jis', '<meta http-equiv=content-type content="text/html; charset=Shift_JIS">漢字', false],
    ['koi8-r', '<meta charset=koi8-r>слово', false],
    ['utf-16le', 'é漢', true],
  ]);
  for (const [name, text, bom] of cases) {
    const bytes = encodeText(text, { name, bom });
    assert.ok(bytes);
    const { page } = readPage(makeFile('a.html', bytes));
    assert.deepEqual(page?.encoding, { name, bom });
    assert.equal(page?.source, text);
    assert.deepEqual(Buffer.from(encodeText(page.source, page.encoding) ?? []), Buffer.from(bytes));
  }
});

test('pages that cannot be read say why and are passed on', () => {
  const refused = (/** @type {Uint8Array} */ bytes) => readPage(makeFile('a.html', bytes)).warning?.code;
  assert.equal(refused(Buffer.from([...Buffer.from('<meta charset=utf-8>'), 0xff])), 'undecodable');
  assert.equal(refused(Buffer.alloc(1000)), 'no-text');
  assert.equal(refused(Buffer.from('<div>'.repeat(100_000))), 'too-deep');
  assert.equal(refused(Buffer.alloc(200 * 1024 * 1024, 'x')), 'page-too-large');
});
