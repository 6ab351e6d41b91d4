import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));

/** Files that a user needs: the program and its terms of use. */
const SHIPPED = /^(?:bin|lib|rules|types)\/|^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md)$/;
const MAX_BYTES = 3_000_000;
/** The weights and the runtime of the third text recogniser, in addition. */
const MODELS = /^lib\/text-images\/read\/models\//;
const MAX_MODEL_BYTES = 9_500_000;

/** Max sizes in bytes, with and without the packages that `--omit=optional` excludes. */
const MAX_INSTALLED_BYTES = 300_000_000;
const MAX_NEEDED_BYTES = 200_000_000;

/** @type {{ files: { path: string, size: number }[], unpackedSize: number }} */
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
  const models = pack.files.filter(({ path }) => MODELS.test(path)).reduce((sum, { size }) => sum + size, 0);
  assert.ok(models < MAX_MODEL_BYTES, `${models} bytes of weights`);
});

test('the package is small besides its models, and works without its comments', { timeout: 120_000 }, () => {
  const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-packed-'));
  try {
    const packed = run(fileURLToPath(new URL('scripts/pack.js', root)), [scratch], scratch);
    const { file, unpackedSize } = JSON.parse(packed);
    const models = pack.files.filter(({ path }) => MODELS.test(path)).reduce((sum, { size }) => sum + size, 0);
    assert.ok(unpackedSize - models < MAX_BYTES, `${unpackedSize - models} bytes unpacked besides`);
    execFileSync('tar', ['-xzf', file, '-C', scratch]);
    symlinkSync(fileURLToPath(new URL('node_modules', root)), join(scratch, 'package/node_modules'), 'junction');
    assert.ok(existsSync(join(scratch, 'package/types/lib/index.d.ts')));
    assert.ok(statSync(join(scratch, 'package/bin/pagethrift.js')).mode & 0o100, 'the program can be executed');
    mkdirSync(join(scratch, 'site'));
    writeFileSync(join(scratch, 'site/index.html'), '<!doctype html><title>A</title><p>  Text   </p>\n');
    const args = ['build', 'site', '--out', 'lean', '--cache', 'off', '--browser', 'off'];
    run(join(scratch, 'package/bin/pagethrift.js'), args, scratch);
    assert.ok(existsSync(join(scratch, 'lean/index.html')));
  } finally {
    rmSync(scratch, { recursive: true });
  }
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
  assert.equal(manifest.scripts.prepack, 'node scripts/types.js');
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
  // Files that are written during packing need not exist before.
  const found = messages.filter(({ code, path }) => code !== 'FILE_DOES_NOT_EXIST' || path.at(-1) !== 'types');
  assert.deepEqual(found, []);
});

test('an installation takes at most 300 MB, and 200 MB without optional parts', () => {
  const { packages } = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8'));
  const needed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  const spare = listSpare(packages);
  const sizes = needed.map(([path]) => ({ path, folder: fileURLToPath(new URL(path, root)) }));
  const sum = (/** @type {boolean} */ isSpare) =>
    sizes
      .filter(({ path, folder }) => spare.has(path) === isSpare && existsSync(folder))
      .reduce((total, { folder }) => total + sizeOf(folder), 0);
  const own = pack.unpackedSize;
  assert.ok(own + sum(false) < MAX_NEEDED_BYTES, `${own + sum(false)} bytes without optional parts`);
  assert.ok(own + sum(false) + sum(true) < MAX_INSTALLED_BYTES, `${own + sum(false) + sum(true)} bytes in all`);
});

/**
 * Returns the packages that only the optional dependencies of this package need.
 * @param {Record<string, { dependencies?: Record<string, string> }>} packages
 */
function listSpare(packages) {
  const reach = (/** @type {string[]} */ names) => {
    const found = new Set(names.map((name) => `node_modules/${name}`));
    for (const path of found) {
      for (const name of Object.keys(packages[path]?.dependencies ?? {})) found.add(`node_modules/${name}`);
    }
    return found;
  };
  const kept = reach(Object.keys(manifest.dependencies));
  return new Set([...reach(Object.keys(manifest.optionalDependencies))].filter((path) => !kept.has(path)));
}

test('a user of the library gets its types', { timeout: 60_000 }, () => {
  const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-types-'));
  const compiler = fileURLToPath(new URL('node_modules/typescript/bin/tsc', root));
  const installed = join(scratch, 'node_modules/pagethrift');
  mkdirSync(installed, { recursive: true });
  const { exports, type, name } = manifest;
  writeFileSync(join(installed, 'package.json'), JSON.stringify({ name, type, exports }));
  const user = [
    "import { audit, type Options } from 'pagethrift';",
    "import { estimate } from 'pagethrift/network';",
    "import { optimizePng } from 'pagethrift/png';",
    "import astro from 'pagethrift/astro';",
    "import docusaurus from 'pagethrift/docusaurus';",
    "import eleventy from 'pagethrift/eleventy';",
    "import withPagethrift from 'pagethrift/next';",
    "import vite from 'pagethrift/vite';",
    "import { PagethriftPlugin } from 'pagethrift/webpack';",
    "const chosen = { safety: 'safe', out: 'lean', html: 'report.html' } as const;",
    "export const names: string[] = [astro(chosen).name, docusaurus({ siteDir: '.' }, chosen).name, " +
      'vite(chosen)[1].name];',
    "export const config: { output: 'export' } = withPagethrift({ output: 'export' }, chosen);",
    'export const plugins = [eleventy, new PagethriftPlugin(chosen)];',
    '// @ts-expect-error an option that there is not',
    "vite({ saftey: 'safe' });",
    "export const options: Options = { link: '4g' };",
    "export const requests: number = (await audit('dist', options)).site.before.requests;",
    "export const ms: number = estimate({ resources: [{ url: '/', type: 'html', bytes: 1 }] }).estimate.ms;",
    "export const bytes: number = optimizePng(new Uint8Array(9), { effort: 'max' }).length;",
    '// @ts-expect-error a key that no config has',
    'export const wrong: Options = { lnk: 1 };',
  ];
  writeFileSync(join(scratch, 'user.mts'), user.join('\n'));
  try {
    run(fileURLToPath(new URL('scripts/types.js', root)), [join(installed, 'types')], scratch);
    const flags = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2024',
      '--types',
      '',
    ];
    run(compiler, [...flags, 'user.mts'], scratch);
  } finally {
    rmSync(scratch, { recursive: true });
  }
});

/** @param {string} program @param {readonly string[]} args @param {string} cwd */
function run(program, args, cwd) {
  const { status, stdout } = spawnSync(process.execPath, [program, ...args], { cwd, encoding: 'utf8' });
  assert.equal(status, 0, stdout);
  return stdout;
}

/** @param {string} folder */
function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.slice(folder.length).includes('node_modules'))
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

/** @param {unknown} entry @returns {string[]} */
function targetsOf(entry) {
  return typeof entry === 'string' ? [entry] : Object.values(/** @type {object} */ (entry)).flatMap(targetsOf);
}
