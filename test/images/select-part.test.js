import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fileOfImage, nameImagePart } from '../../lib/base/image-part.js';
import { selectPart } from '../../lib/images/select-part.js';

/** An image whose pixels say where they are. @param {number} width @param {number} height */
function draw(width, height) {
  const rgba = Uint8Array.from({ length: width * height * 4 }, (_, at) => {
    const pixel = Math.floor(at / 4);
    return [pixel % width, Math.floor(pixel / width), 0, 255][at % 4];
  });
  return /** @type {import('../../lib/images/types.ts').DecodedImage} */ ({
    format: 'png',
    width,
    height,
    frames: [{ rgba, delayMs: 0 }],
    ...{ plays: 1, bitsPerChannel: 8, colourSpace: 'srgb', orientation: 1 },
  });
}

test('a part has the pixels of its place, whatever its file is called', () => {
  const sizes = fc.record({ x: fc.nat(9), y: fc.nat(9), width: fc.integer({ min: 1, max: 9 }), height: fc.nat(9) });
  fc.assert(
    fc.property(sizes, fc.string(), (part, path) => {
      fc.pre(!path.includes('\0'));
      const name = nameImagePart(path, part);
      const { width, height, frames } = selectPart(draw(20, 20), name);
      assert.equal(fileOfImage(name), path);
      assert.deepEqual([width, height], [part.width, part.height]);
      const wanted = Array.from({ length: width * height }, (_, at) => [
        ...[part.x + (at % width), part.y + Math.floor(at / width), 0, 255],
      ]);
      assert.deepEqual([...frames[0].rgba], wanted.flat());
    }),
  );
});

test('a name without a part selects the whole image', () => {
  const image = draw(3, 2);
  assert.equal(selectPart(image, 'images/menu.png'), image);
});
