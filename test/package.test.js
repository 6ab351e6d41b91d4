import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));

/** What a user needs: the program, and what says how it may be used. */
const SHIPPED = /^(?:bin|lib|rules|types)\/|^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md)$/;
const MOST_BYTES = 3_000_000;

/** @type {{ files: { path: string }[], unpackedSize: number }} */
let pack = { files: [], unpackedSize: 0 };
before(() => {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const out = execFileSync('npm', args, {
    cwd: fileURLToPath(root),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  [pack] = JSON.parse(out);
});

test('the package holds what is needed and nothing else', () => {
  const others = pack.files.map(({ path }) => path).filter((path) => !SHIPPED.test(path));
  assert.deepEqual(others, []);
  assert.ok(pack.unpackedSize < MOST_BYTES, `${pack.unpackedSize} bytes unpacked`);
});

test('what the manifest names is in the package', () => {
  const paths = new Set(pack.files.map(({ path }) => path));
  const targets = [manifest.bin.pagethrift, ...Object.values(manifest.exports).flatMap(targetsOf)];
  for (const target of targets) {
    const path = target.replace(/^\.\//, '');
    // Declarations are written when the package is packed.
    if (!path.startsWith('types/')) assert.ok(paths.has(path), `${path} is not packed`);
  }
});

test('declarations are written for what is exported', () => {
  const config = JSON.parse(readFileSync(new URL('tsconfig.types.json', root), 'utf8'));
  assert.match(manifest.scripts.prepack, /tsconfig\.types\.json/);
  for (const target of Object.values(manifest.exports).flatMap(targetsOf)) {
    const source = /^\.\/types\/(.*)\.d\.ts$/.exec(target)?.[1];
    if (!source) continue;
    assert.ok(existsSync(new URL(`${source}.js`, root)), target);
    assert.ok(config.include.includes(`${source}.js`), `${source}.js is not among the sources of the declarations`);
  }
});

test('publint finds nothing', async () => {
  const { publint } = await import('publint');
  const { messages } = await publint({ pkgDir: fileURLToPath(root), pack: false });
  // What is written when the package is packed need not be there while it is worked on.
  const found = messages.filter(({ code, path }) => code !== 'FILE_DOES_NOT_EXIST' || path.at(-1) !== 'types');
  assert.deepEqual(found, []);
});

/** @param {unknown} entry @returns {string[]} */
function targetsOf(entry) {
  return typeof entry === 'string' ? [entry] : Object.values(/** @type {object} */ (entry)).flatMap(targetsOf);
}
