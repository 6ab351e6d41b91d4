import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { main } from '../../../lib/run/cli/main.js';
import { openProgress } from '../../../lib/run/cli/progress.js';

const harbour = fileURLToPath(new URL('../../../fixtures/sites/harbour/', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-test-'));
let folder = scratch;
let count = 0;

beforeEach(() => {
  folder = join(scratch, String(count++));
  mkdirSync(folder);
  cpSync(join(harbour, 'site'), join(folder, 'dist'), { recursive: true });
});
after(() => rmSync(scratch, { recursive: true, force: true }));

/** Runs a command line and returns its output. @param {...string} argv */
function run(...argv) {
  return runOn({ isTTY: false }, argv);
}

/** @param {{ isTTY: boolean }} terminal @param {readonly string[]} argv */
async function runOn({ isTTY }, argv) {
  let out = '';
  let err = '';
  const code = await main({
    argv,
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text), isTTY },
    env: {},
    cwd: folder,
  });
  return { code, out, err };
}

const QUICK = ['--browser', 'off', '--verify', 'off', '--cache', 'off'];

test('build writes a leaner site with its compressed files, and a report on standard output', async () => {
  const { code, out } = await run('build', 'dist', '--out', 'lean', '--json', ...QUICK);
  assert.equal(code, 0);
  const report = JSON.parse(out);
  assert.equal(report.schema, 'pagethrift/report@1');
  assert.ok(report.site.after.bytes < report.site.before.bytes);
  const page = readFileSync(join(folder, 'lean/index.html'));
  assert.doesNotMatch(page.toString(), /<HTML|<IMG|written by hand/);
  assert.deepEqual(gunzipSync(readFileSync(join(folder, 'lean/index.html.gz'))), page);
  assert.deepEqual(brotliDecompressSync(readFileSync(join(folder, 'lean/index.html.br'))), page);
  assert.deepEqual(zstdDecompressSync(readFileSync(join(folder, 'lean/index.html.zst'))), page);
  assert.ok(existsSync(join(folder, 'lean/img/hrule.gif')), 'what is linked to stays');
  assert.ok(existsSync(join(folder, 'lean/img/dot.gif')), 'what a script names stays');
});

/** @param {string} name @param {string} out */
function assertReviewed(name, out) {
  const { timing: _, ...report } = JSON.parse(out);
  // The sandbox of Chromium depends on the machine.
  report.warnings = report.warnings.filter((/** @type {{ code: string }} */ { code }) => code !== 'no-sandbox');
  const golden = join(harbour, name);
  if (process.env.UPDATE_GOLDEN) writeFileSync(golden, `${JSON.stringify(report, null, 2)}\n`);
  assert.deepEqual(report, JSON.parse(readFileSync(golden, 'utf8')));
}

test('the report is the reviewed one', async () => {
  const { out } = await run('audit', 'dist', '--json', ...QUICK);
  assertReviewed('report.json', out);
});

test('the report of a build whose pages were looked at is the reviewed one', async () => {
  const { out } = await run('build', 'dist', '--out', 'lean', '--json', '--browser', 'bundled', '--cache', 'off');
  assertReviewed('report-looked.json', out);
});

test('the same input gives the same files; building the output again changes nothing more', async () => {
  await run('build', 'dist', '--out', 'one', '--quiet', ...QUICK);
  await run('build', 'dist', '--out', 'two', '--quiet', ...QUICK);
  await run('build', 'one', '--out', 'three', '--quiet', ...QUICK);
  const files = (/** @type {string} */ name) =>
    JSON.parse(readFileSync(join(folder, name, '.pagethrift.json'), 'utf8')).files;
  assert.deepEqual(files('two'), files('one'));
  assert.deepEqual(files('three'), files('one'));
});

test('with every rule off and nothing packed, a page comes out byte for byte the same, at the same cost', async () => {
  writeFileSync(join(folder, 'pagethrift.config.json'), JSON.stringify({ minify: false, variants: [] }));
  const off = JSON.parse((await run('rules', '--json')).out).flatMap((/** @type {{ id: string }} */ { id }) => [
    '--rule',
    `${id}=off`,
  ]);
  const { out } = await run('build', 'dist', '--out', 'lean', '--json', ...off, ...QUICK);
  const { site, pages } = JSON.parse(out);
  assert.equal(site.after.html, site.before.html);
  assert.equal(pages[0].after.html, pages[0].before.html);
  for (const file of ['index.html', 'about.html', 'css/site.css', 'img/photo8.gif']) {
    assert.deepEqual(readFileSync(join(folder, 'lean', file)), readFileSync(join(folder, 'dist', file)));
  }
});

test('behind a server that compresses nothing tags become lower-case too, for the compressed files', async () => {
  writeFileSync(join(folder, 'pagethrift.config.json'), JSON.stringify({ server: 'identity' }));
  const { changes } = JSON.parse((await run('audit', 'dist', '--json', ...QUICK)).out);
  const lowered = changes.filter((/** @type {{ rule: string }} */ { rule }) => rule === 'uppercase-tags');
  assert.deepEqual([...new Set(lowered.map((/** @type {{ status: string }} */ { status }) => status))], ['applied']);
});

test('a run on the same input is remembered', async () => {
  const cached = ['--browser', 'off', '--verify', 'off', '--cache', 'cache', '--json'];
  const build = () => runOn({ isTTY: true }, ['build', 'dist', '--out', 'lean', ...cached]);
  const [first, second] = [await build(), await build()];
  assert.equal(second.out, first.out);
  assert.match(first.err, /compressing files/);
  assert.doesNotMatch(second.err, /compressing files/);
});

test('a cache in the folder of the site is no part of the site', async () => {
  const flags = ['--out', 'lean', '--force', '--cache', 'dist/.cache/[a]', ...QUICK.slice(0, 4)];
  for (const _ of [1, 2]) assert.equal((await run('build', 'dist', ...flags)).code, 0);
  assert.ok(existsSync(join(folder, 'dist/.cache/[a]')), 'the cache was used');
  assert.ok(!existsSync(join(folder, 'lean/.cache')));
});

test('--in-place puts the leaner site where the site was', async () => {
  const { code } = await run('build', 'dist', '--in-place', '--quiet', ...QUICK);
  assert.equal(code, 0);
  assert.ok(existsSync(join(folder, 'dist/index.html.br')));
});

test('wrong input is one sentence and exit code 2', async () => {
  mkdirSync(join(folder, 'empty'));
  mkdirSync(join(folder, 'pageless'));
  writeFileSync(join(folder, 'pageless/a.txt'), 'text');
  mkdirSync(join(folder, 'mine'));
  writeFileSync(join(folder, 'mine/precious.txt'), 'keep');
  writeFileSync(join(folder, 'bad.config.json'), '{ "safty": "visual" }');
  writeFileSync(join(folder, 'bad.har'), '{}');
  const cases = /** @type {[string[], RegExp][]} */ ([
    [['build', 'nowhere', '--out', 'x'], /“nowhere” does not exist\. The build output is dist/],
    [['build', 'dist'], /--out/],
    [['build', 'empty', '--out', 'x'], /no included file/],
    [['build', 'pageless', '--out', 'x'], /no page/],
    [['build', 'dist', '--out', 'dist/inside'], /inside/],
    [['build', 'dist', '--out', 'mine'], /--force/],
    [['build', 'dist', '--out', 'x', '--config', 'bad.config.json'], /safty/],
    [['build', 'dist', '--out', 'x', '--rule', 'no-such=on'], /no-such/],
    [['build', 'dist', '--out', 'x', '--rule', 'gif-image=maybe'], /LEVEL/],
    [['audit', 'dist', '--link', 'carrier-pigeon'], /carrier-pigeon/],
    [['audit', 'bad.har'], /log\.entries/],
    [['audit', 'bad.config.json'], /neither a page/],
    [['audit', 'http://127.0.0.1:1/', '--browser', 'off'], /browser/],
    [['check', 'dist', '--baseline', 'none.json'], /none\.json/],
    [['frobnicate'], /frobnicate/],
    [['build', '--frob'], /--frob/],
    [['estimate', 'nothing.json'], /nothing\.json/],
  ]);
  for (const [argv, message] of cases) {
    const withCache =
      argv[0] === 'build' || argv[0] === 'audit' || argv[0] === 'check' ? [...argv, '--cache', 'off'] : argv;
    const { code, err } = await run(...withCache);
    assert.equal(code, 2, `${argv.join(' ')}: ${err}`);
    assert.match(err, message);
    assert.doesNotMatch(err, /\n\s+at /, 'no stack');
  }
  assert.equal(readFileSync(join(folder, 'mine/precious.txt'), 'utf8'), 'keep');
});

test('check passes, fails with file and limit named, and accepts a baseline', async () => {
  writeFileSync(join(folder, 'pagethrift.config.json'), JSON.stringify({ budgets: [{ pages: '**', bytes: 20_000 }] }));
  assert.equal((await run('check', 'dist', ...QUICK)).code, 0);
  const page = readFileSync(join(folder, 'dist/index.html'), 'utf8');
  writeFileSync(
    join(folder, 'dist/index.html'),
    page.replace('<P>Tides', '<IMG src="big.gif" width=9 height=9 alt="x"><P>Tides'),
  );
  const gif = readFileSync(join(folder, 'dist/img/photo8.gif'));
  writeFileSync(join(folder, 'dist/big.gif'), Buffer.concat([gif, Buffer.alloc(60_000)]));
  const failed = await run('check', 'dist', '--rule', 'gif-image=off', ...QUICK);
  assert.equal(failed.code, 1);
  assert.match(failed.out + failed.err, /index\.html/);
  assert.match(failed.out + failed.err, /big\.gif/);
  assert.equal((await run('check', 'dist', '--baseline', 'base.json', '--update-baseline', ...QUICK)).code, 0);
  assert.equal((await run('check', 'dist', '--baseline', 'base.json', ...QUICK)).code, 0);
});

test('check makes nothing that no limit asks for', async () => {
  const changesOf = async (/** @type {string[]} */ ...more) => {
    const { code, out } = await run('check', 'dist', '--json', ...more, ...QUICK);
    /** @type {import('../../../lib/report/types.ts').Report} */
    const { changes, site } = JSON.parse(out);
    return { code, rules: [...new Set(changes.map(({ rule }) => rule))], site };
  };
  const { code, rules, site } = await changesOf();
  assert.deepEqual([code, rules], [0, []]);
  assert.deepEqual(site.after, site.before);
  const strict = await changesOf('--rule', 'uppercase-tags=error');
  assert.deepEqual([strict.code, strict.rules], [1, ['uppercase-tags']]);
});

test('timings say where the time goes, and write a trace', async () => {
  const { code, err } = await run('build', 'dist', '--out', 'lean', '--quiet', '--timings', 'trace.json', ...QUICK);
  assert.equal(code, 0);
  for (const line of [/^Stages +time +processor +browser$/m, /^ {2}packing /m, /^ {2}all /m, /^ {2}index\.html /m])
    assert.match(err, line);
  const { traceEvents } = JSON.parse(readFileSync(join(folder, 'trace.json'), 'utf8'));
  assert.ok(traceEvents.some((/** @type {any} */ event) => event.cat === 'rule' && event.name === 'uppercase-tags'));
});

test('a folder without a command is audited, and what to type next is said', async () => {
  const { code, out } = await run('dist', ...QUICK);
  assert.equal(code, 0);
  assert.match(out, /^audit dist/);
  assert.match(out, /npx pagethrift build dist --out dist-lean/);
  const wrong = await run('dits');
  assert.equal(wrong.code, 2);
  assert.match(wrong.err, /no command, folder or file “dits”\. Did you mean “dist”\?/);
});

test('a folder that is called build is audited, too', async () => {
  const none = await run('build');
  assert.equal(none.code, 2);
  assert.match(none.err, /Name a folder for the optimised site: npx pagethrift build dist --out dist-lean/);
  mkdirSync(join(folder, 'build'));
  writeFileSync(join(folder, 'build/index.html'), '<!doctype html><title>Page</title><p>words');
  const { code, out } = await run('build');
  assert.equal(code, 0);
  assert.match(out, /^audit build/);
  assert.match(out, /npx pagethrift build build --out build-lean/);
});

test('a long run says where it is every ten seconds where nobody watches', () => {
  /** @type {string[]} */
  const lines = [];
  let now = 0;
  const { tick } = openProgress({ write: (line) => lines.push(line) }, { quiet: false, now: () => now });
  for (let done = 0; done <= 40; done += 1) {
    tick('verifying', done, 40);
    now += 1000;
  }
  assert.equal(lines.length, 4, lines.join(''));
  assert.match(lines[0], /^comparing pages before and after: 10 of 40\n$/);
});

test('init in a project that is not built yet, or has no list of ignored files, completes', async () => {
  rmSync(join(folder, 'dist'), { recursive: true });
  mkdirSync(join(folder, 'dist', 'img'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{}');
  const { code, out, err } = await run('init', 'dist', '--browser', 'off', '--cache', 'off');
  assert.equal(code, 0, err);
  assert.match(out, /Run “the build”, then “npm run lean:baseline”/);
  // Eleventy would read the optimised pages as its sources.
  assert.equal(readFileSync(join(folder, '.gitignore'), 'utf8'), 'dist-lean\npagethrift-report.html\n');
});

test('the next step of an audit works for a folder with the name of a command', async () => {
  cpSync(join(folder, 'dist'), join(folder, 'build'), { recursive: true });
  const { out } = await run('audit', 'build', ...QUICK);
  assert.match(out, /npx pagethrift audit build --html report\.html/);
});

test('init in a monorepo names the folders in which it can run', async () => {
  writeFileSync(join(folder, 'package.json'), '{ "workspaces": ["apps/*"] }');
  mkdirSync(join(folder, 'apps'));
  cpSync(join(folder, 'dist'), join(folder, 'apps/web/dist'), { recursive: true });
  rmSync(join(folder, 'dist'), { recursive: true });
  writeFileSync(join(folder, 'apps/web/package.json'), '{ "scripts": { "build": "true" } }');
  const { code, err } = await run('init');
  assert.equal(code, 2);
  assert.match(err, /apps\/web[\s\S]*Run “npx pagethrift init” in the folder of each\.\n/);
});

test('init, rules and help say what a newcomer needs', async () => {
  writeFileSync(join(folder, 'package.json'), '{\n  "name": "x"\n}\n');
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n/dist-lean/');
  const { code, out } = await run('init', '--browser', 'off', '--cache', 'off');
  assert.equal(code, 0);
  const ignored = readFileSync(join(folder, '.gitignore'), 'utf8');
  assert.equal(ignored, 'node_modules\n/dist-lean/\npagethrift-report.html\n');
  assert.match(out, /The build output is dist \(it contains index\.html\)/);
  assert.ok(existsSync(join(folder, 'pagethrift-baseline.json')), 'the gate can fail from the start');
  assert.match(readFileSync(join(folder, 'package.json'), 'utf8'), /pagethrift build dist --out dist-lean/);
  assert.equal((await run('rules', 'gif-image')).code, 0);
  assert.equal((await run('rules', 'nonsense')).code, 2);
  assert.match((await run('--help')).out, /pagethrift build/);
  assert.match((await run('build', '--help')).out, /--in-place/);
  assert.match((await run('--version')).out, /^\d+\.\d+\.\d+\n$/);
  assert.match((await run('doctor', '--browser', 'off', '--cache', 'off')).out, /Node\.js .*\n.*Config/);
});
