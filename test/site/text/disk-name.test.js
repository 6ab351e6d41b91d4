import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodePath } from '../../../lib/site/text/decode-path.js';
import { diskPath, encodeName, readName } from '../../../lib/site/text/disk-name.js';

const anyName = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 12 }),
  fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => new Uint8Array(Buffer.from(text))),
);

test('a name of any bytes is written back as it was read', () => {
  fc.assert(
    fc.property(anyName, (bytes) => {
      assert.deepEqual(Buffer.from(diskPath(readName(bytes))), Buffer.from(bytes));
    }),
  );
});

test('names that are UTF-8 read as what they say', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => assert.equal(readName(Buffer.from(text)), text)));
});

test('two names are one only if their bytes are the same', () => {
  fc.assert(
    fc.property(anyName, anyName, (one, other) => {
      assert.equal(readName(one) === readName(other), Buffer.from(one).equals(Buffer.from(other)));
    }),
  );
});

test('a name in an address means the file with its bytes', () => {
  fc.assert(fc.property(anyName, (bytes) => assert.equal(decodePath(encodeName(readName(bytes))), readName(bytes))));
  assert.equal(encodeName(readName(Buffer.from('do\xFAaria.htm', 'latin1'))), 'do%FAaria.htm');
  assert.equal(decodePath('do%C3%BAaria.htm'), 'doúaria.htm');
});

test('a percent sign that begins no byte stands for itself', () => {
  assert.equal(decodePath('100%/50%25/%zz%41'), '100%/50%/%zzA');
});
