import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { CODINGS, compressWith, dictionaryOf } from '../../../lib/output/dictionary/codings.js';
import { findCommonText } from '../../../lib/output/dictionary/common-text.js';
import { makeDeltas } from '../../../lib/output/dictionary/make-deltas.js';
import { dictionaryPath, idOf, idOfHeader } from '../../../lib/output/dictionary/names.js';
import { chooseDictionary } from '../../../lib/output/dictionary/site-dictionary.js';

const MENU = Array.from({ length: 30 }, (_, index) => {
  const label = hash('sha256', String(-index)).slice(0, 12);
  return `<a class=menu href=/part-${index * 37}.html>${label}</a>`;
});
const HEAD = `<!doctype html><html><head><title>Harbour</title><link rel=stylesheet href=/site.css>
${MENU.join('\n')}`;
/** @param {number} number */
const pageOf = (number) =>
  Buffer.from(
    `${HEAD}\n<h1>Berth ${number}</h1>\n<p>${hash('sha256', String(number)).slice(0, 40)}</p>\n<footer>Harbour office`,
  );
const PAGES = Array.from({ length: 20 }, (_, index) => pageOf(index));

test('a text compressed against a dictionary says which, and is checked to decode to the same', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 3000 }),
      fc.uint8Array({ minLength: 1, maxLength: 3000 }),
      (bytes, dictionary) => {
        for (const coding of CODINGS) {
          const made = compressWith(coding, bytes, dictionary, 'fast');
          assert.deepEqual(dictionaryOf(coding, made), hash('sha256', dictionary, 'buffer'), coding);
        }
      },
    ),
    { numRuns: 30 },
  );
});

test('this Node.js has at least one of the codings', () => assert.ok(CODINGS.includes('dcz')));

test('what the pages have in common is their template, and nothing of one page alone', () => {
  const common = findCommonText(PAGES.map(String), 0.5);
  assert.ok(common.includes('/part-37.html') && common.includes('<footer>'));
  assert.ok(!common.includes('Berth 3'));
});

test('pages of one template need at most 60 % of what brotli makes of them', () => {
  const dictionary = chooseDictionary(PAGES, { pagesPerVisit: 4 });
  assert.ok(dictionary, 'a visit of four pages gains');
  const page = pageOf(99);
  const smallest = brotliCompressSync(page).length;
  const deltas = makeDeltas({ bytes: page, dictionary: dictionary.bytes, smallest, effort: 'balanced' });
  assert.equal(deltas.length, CODINGS.length);
  for (const { bytes } of deltas) assert.ok(bytes.length < 0.6 * smallest, `${bytes.length} of ${smallest}`);
});

test('where visits see one page, or pages share nothing, there is none', () => {
  assert.equal(chooseDictionary(PAGES, { pagesPerVisit: 1 }), null);
  const strangers = Array.from({ length: 10 }, (_, index) => Buffer.from(hash('sha256', String(index)).repeat(9)));
  assert.equal(chooseDictionary(strangers, { pagesPerVisit: 4 }), null);
});

test('the dictionary of before is kept where it is about as good', () => {
  const former = chooseDictionary(PAGES, { pagesPerVisit: 4 });
  const more = [...PAGES, ...Array.from({ length: 5 }, (_, index) => pageOf(100 + index))];
  assert.deepEqual(chooseDictionary(more, { pagesPerVisit: 4, former: former?.bytes })?.bytes, former?.bytes);
});

test('a copy that saves nothing is not written', () => {
  const noise = hash('sha512', 'noise', 'buffer');
  assert.deepEqual(
    makeDeltas({ bytes: noise, dictionary: Buffer.from('else'), smallest: noise.length, effort: 'max' }),
    [],
  );
});

describe('names', () => {
  test('a copy is named by what the browser says of its dictionary', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (dictionary) => {
        const id = idOf(dictionary);
        assert.equal(idOfHeader(`:${hash('sha256', dictionary, 'base64')}:`), id);
        if (id !== null) assert.match(id, /^[A-Za-z\d]{37,43}$/);
      }),
    );
  });

  for (const header of [undefined, '', 'x', ':../../../etc/passwd:', `:${'A'.repeat(43)}:`, `:${'A'.repeat(42)}.=:`]) {
    test(`“${header}” names none`, () => assert.equal(idOfHeader(header), null));
  }

  test('the dictionary’s own name changes with it', () => {
    assert.notEqual(dictionaryPath(Buffer.from('a')), dictionaryPath(Buffer.from('b')));
  });
});
