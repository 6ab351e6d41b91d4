import assert from 'node:assert/strict';
import { win32 } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { pathOfUrl, urlOfPage, urlOfPath } from '../../lib/site/addresses.js';
import { renameFile } from '../../rules/kit/image-files.js';

/** Names that Windows reserves for devices, with any ending. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const ROOT = 'C:\\Users\\me\\My site';

/** Names of files that Windows permits. */
const names = fc
  .string({ unit: fc.constantFrom(..."aAbBzZ09 -_.#%&+~'()éß日🙂[]{}$@!;,="), minLength: 1, maxLength: 40 })
  .filter((name) => !/[. ]$|^\.{1,2}$/.test(name) && !RESERVED.test(name));
const paths = fc.array(names, { minLength: 1, maxLength: 12 }).map((parts) => parts.join('/'));
const images = fc.tuple(paths, fc.constantFrom('.gif', '.PNG', '.jpg', '')).map(([path, ending]) => path + ending);

/** Returns true if Windows can create a file with this path. @param {string} path */
function isValid(path) {
  return path.split('/').every((name) => !/[<>:"\\|?*\0-\x1f]|[. ]$/.test(name) && !RESERVED.test(name));
}

test('property: a path becomes a URL and a path of Windows, and both become the same path again', () => {
  fc.assert(
    fc.property(paths, (path) => {
      assert.equal(pathOfUrl(urlOfPath(path)), path);
      const onDisk = win32.join(ROOT, ...path.split('/'));
      assert.equal(win32.relative(ROOT, onDisk).split(win32.sep).join('/'), path);
      assert.ok(!urlOfPage(`${path}/index.html`).includes('\\'));
    }),
  );
});

test('property: a new name of an image is valid on Windows, and is no other file’s in any case', () => {
  const files = fc.uniqueArray(images, { minLength: 1, maxLength: 8, selector: (path) => path.toLowerCase() });
  fc.assert(
    fc.property(files, fc.constantFrom('.webp', '.501w.avif', '.png'), (all, ending) => {
      const sizes = new Map(all.map((path) => [path, 1]));
      const made = all.map((path) => renameFile(path, ending, sizes).path);
      for (const path of made) assert.ok(isValid(path), path);
      const renamed = made.filter((path, at) => path !== all[at]).map((path) => path.toLowerCase());
      assert.equal(new Set(renamed).size, renamed.length, renamed.join());
      for (const path of all) assert.ok(!renamed.includes(path.toLowerCase()), path);
    }),
  );
});
