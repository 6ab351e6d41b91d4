import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { listForbidden, READ_BY_HAND } from '../../scripts/release/licences.js';

const root = new URL('../../', import.meta.url);
const read = (/** @type {string} */ path) => readFileSync(new URL(path, root), 'utf8');
/** @type {{ packages: Record<string, { license?: string, dev?: boolean, hasInstallScript?: boolean }> }} */
const lock = JSON.parse(read('package-lock.json'));

test('all that is installed for users has a licence that lets it be passed on', () => {
  assert.deepEqual(listForbidden(lock, READ_BY_HAND), []);
});

test('a licence that is not known, or none, is found; one of several is enough', () => {
  const packages = {
    '': { license: 'none' },
    'node_modules/a': { license: '(MIT OR GPL-3.0-only)' },
    'node_modules/b': { license: 'MIT AND GPL-3.0-only' },
    'node_modules/x/node_modules/c': {},
    'node_modules/d': { license: 'GPL-3.0-only', dev: true },
  };
  assert.deepEqual(listForbidden({ packages }), ['b: MIT AND GPL-3.0-only', 'c: none']);
});

test('no dependency is added that asks to run a script when users install it', () => {
  const asking = Object.entries(lock.packages).filter(([, { hasInstallScript, dev }]) => hasInstallScript && !dev);
  // It only prints a notice.
  assert.deepEqual(
    asking.map(([path]) => path),
    ['node_modules/tesseract.js'],
  );
});

test('CI installs without scripts, audits and checks licences; a release carries a list of its parts', () => {
  const script = read('.ci/supply-chain');
  for (const step of ['npm ci --ignore-scripts --omit=dev', 'npm audit --omit=dev', 'check-licences.js', 'npm sbom'])
    assert.ok(script.includes(step), step);
  const ci = parse(read('.github/workflows/ci.yml'));
  assert.ok(
    ci.jobs['supply-chain'].steps.some((/** @type {{ run?: string }} */ { run }) => run === 'bash .ci/supply-chain'),
  );
  const { steps, permissions } = parse(read('.github/workflows/release.yml')).jobs.publish;
  const runs = steps.map((/** @type {{ run?: string }} */ { run = '' }) => run).join('\n');
  assert.match(runs, /npm publish --provenance/);
  assert.match(runs, /npm sbom .*cyclonedx/);
  assert.equal(permissions['id-token'], 'write');
});
