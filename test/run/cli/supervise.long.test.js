import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { superviseRun } from '../../../lib/run/cli/supervise.js';

const scratch = mkdtempSync(join(tmpdir(), 'supervise-test-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

/**
 * Runs a build of a page under supervision.
 * @param {string} name @param {string} config @param {number} [maxStuckCpuMs]
 */
async function build(name, config, maxStuckCpuMs) {
  const cwd = join(scratch, name);
  mkdirSync(join(cwd, 'site'), { recursive: true });
  writeFileSync(join(cwd, 'site/index.html'), '<!doctype html><title>a</title><p>Some text');
  writeFileSync(join(cwd, 'pagethrift.config.js'), config);
  let [out, err] = ['', ''];
  const argv = ['build', 'site', '--out', 'out', '--browser', 'off', '--verify', 'off', '--cache', 'off', '--json'];
  const world = { argv, stdout: { write: (/** @type {string} */ text) => (out += text) }, env: {}, cwd };
  const code = await superviseRun({ ...world, stderr: { write: (text) => (err += text) } }, maxStuckCpuMs);
  return { code, out, err };
}

test('a run in a thread of its own says the same and gives its exit code', async () => {
  const { code, out } = await build('plain', 'export default {}');
  assert.equal(code, 0);
  assert.equal(JSON.parse(out).schema, 'pagethrift/report@1');
  const wrong = await build('wrong', 'export default { nonsense: true }');
  assert.deepEqual([wrong.code, wrong.out], [2, '']);
  assert.match(wrong.err, /nonsense/);
});

test('the heap for new objects of a run is limited', async () => {
  const config = `
    import { resourceLimits } from 'node:worker_threads';
    throw new Error('young: ' + resourceLimits.maxYoungGenerationSizeMb + ' MB');`;
  const { err } = await build('young', config);
  assert.match(err, /young: 48 MB/);
});

test('a run that is stuck ends with a message and exit code 2', async () => {
  const config = `
    const note = (await import('node:worker_threads')).workerData.pagethriftNote;
    new Int32Array(note, 0, 2)[1] = new TextEncoder().encodeInto('deep/page.html', new Uint8Array(note, 8)).written;
    for (;;);`;
  const { code, err } = await build('stuck', config, 2000);
  assert.equal(code, 2);
  assert.match(err, /“deep\/page\.html” takes more than 2 s to read/);
});

test('a run ends some time after its limit', async () => {
  const { code, out } = await build('late', 'export default { limits: { runMinutes: 0.0001 } }');
  assert.equal(code, 0);
  const { warnings } = JSON.parse(out);
  assert.ok(warnings.some((/** @type {{ code: string }} */ warning) => warning.code === 'out-of-budget'));
});
