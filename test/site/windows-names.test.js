import assert from 'node:assert/strict';
import { win32 } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { pathOfUrl, urlOfPage, urlOfPath } from '../../lib/site/addresses.js';
import { diskPath, readName } from '../../lib/site/text/disk-name.js';
import { warnOfUnmatched } from '../../lib/site/unmatched-globs.js';
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

test('property: a long path is given to Node.js as text, which prefixes it for Windows', () => {
  const long = fc.array(names, { minLength: 12, maxLength: 40 }).map((parts) => parts.join('/'));
  fc.assert(
    fc.property(
      long.filter((path) => path.length > 260),
      (path) => {
        const onDisk = diskPath(win32.join(ROOT, ...path.split('/')));
        // Node.js adds the prefix to absolute paths that are text, not to buffers.
        assert.equal(typeof onDisk, 'string');
        assert.ok(win32.isAbsolute(String(onDisk)));
        assert.equal(win32.toNamespacedPath(String(onDisk)), `\\\\?\\${onDisk}`);
      },
    ),
  );
});

test('property: names that Windows reserves or trims are served and written as any other on other systems', () => {
  const reserved = fc.constantFrom('con', 'PRN', 'aux.html', 'nul', 'COM1.css', 'lpt9.txt', 'a.', 'a ', 'a. .', ' a');
  fc.assert(
    fc.property(fc.array(reserved, { minLength: 1, maxLength: 4 }), (parts) => {
      const path = parts.join('/');
      assert.equal(pathOfUrl(urlOfPath(path)), path);
      assert.equal(readName(Buffer.from(diskPath(path))), path);
    }),
  );
});

test('property: a reserved name is not made from another one', () => {
  const stems = fc.constantFrom('con', 'aux', 'nul', 'com1', 'lpt1', 'a.', 'a ', 'icon', 'null');
  fc.assert(
    fc.property(stems, fc.constantFrom('.gif', '.PNG', '.jpg'), (stem, ending) => {
      const path = `img/${stem}${ending}`;
      const made = renameFile(path, '.webp', new Map([[path, 1]])).path;
      // Windows cannot hold the original either if its name is reserved.
      assert.equal(isValid(made), isValid(path), made);
    }),
  );
});

test('a glob with the separator of Windows is answered with the right one', () => {
  const [warning] = warnOfUnmatched('exclude', ['img\\*.png'], ['img/a.png']);
  assert.match(
    warning.message,
    /“img\\\*\.png” in “exclude” matches no file of the site\. Write “img\/\*\.png”, with “\/”\./,
  );
});
