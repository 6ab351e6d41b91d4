import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { runScript, runWorkflow } from './runner.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DOCS = readFileSync(join(ROOT, 'docs/action.md'), 'utf8');

/** Returns the recipe in docs/action.md for a file. @param {string} file */
function recipe(file) {
  const block = DOCS.split('```yaml\n').find((text) => text.startsWith(`# ${file}\n`));
  assert.ok(block, `docs/action.md has no recipe for ${file}`);
  return block.split('```')[0];
}

/**
 * Creates a repository with a site that `npm run build` writes, and a machine that runs its workflows.
 * @param {import('node:test').TestContext} context
 */
async function makeMachine(context) {
  const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-recipes-'));
  const [workspace, bin] = ['site', 'bin'].map((name) => join(scratch, name));
  for (const folder of [workspace, bin]) mkdirSync(folder);
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
      cwd: workspace,
      encoding: 'utf8',
    }).trim();
  const write = (/** @type {string} */ name, /** @type {string} */ text) => writeFileSync(join(workspace, name), text);
  const manifest = {
    name: 'site',
    version: '1.0.0',
    scripts: { build: 'mkdir -p dist && cp page.html dist/index.html' },
  };
  write('package.json', JSON.stringify(manifest));
  write(
    'package-lock.json',
    JSON.stringify({ name: 'site', version: '1.0.0', lockfileVersion: 3, packages: { '': manifest } }),
  );
  write('.gitignore', 'node_modules\ndist\n.cache\npagethrift-report\n');
  // The package is not published, so the version pinned by recipes is replaced with a local copy without a browser.
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  writeFileSync(
    join(bin, 'npx'),
    `#!/bin/bash\n[ "$1" = --yes ] && shift\ncase "$1" in pagethrift|pagethrift@${version}) ;; *) exit 9;; ` +
      `esac\nshift\n` +
      `exec "${process.execPath}" "${join(ROOT, 'bin/pagethrift.js')}" "$@" --browser off --verify off\n`,
  );
  chmodSync(join(bin, 'npx'), 0o755);
  const commit = (/** @type {string} */ words) => {
    write('page.html', `<!doctype html><html lang=en><title>Site</title><p>${words}`);
    git('add', '-A');
    git('commit', '-qm', 'a change');
    return git('rev-parse', 'HEAD');
  };
  git('init', '-q');
  git('remote', 'add', 'origin', workspace);
  /** @type {string[]} */
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const isPulls = request.url?.includes('/pulls');
    response.end(JSON.stringify(isPulls ? [{ number: 7, state: 'open', head: { sha: 'f'.repeat(40) } }] : []));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  context.after(() => {
    server.close();
    rmSync(scratch, { recursive: true, force: true });
  });
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  const machineFor = (/** @type {object} */ event, /** @type {object} */ github = {}) => {
    writeFileSync(join(scratch, 'event.json'), JSON.stringify(event));
    const env = {
      PATH: `${bin}:${process.env.PATH}`,
      HOME: scratch,
      CI: 'true',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(scratch, 'compiled'),
      RUNNER_TEMP: scratch,
      GITHUB_EVENT_PATH: join(scratch, 'event.json'),
      GITHUB_STEP_SUMMARY: join(scratch, 'summary'),
      GITHUB_API_URL: `http://127.0.0.1:${address.port}`,
      GITHUB_REPOSITORY: 'owner/site',
    };
    const known = { token: 'token', run_id: '1', run_attempt: '1', event, ...github };
    return { workspace, store: join(scratch, 'store'), env, github: known };
  };
  return { commit, machineFor, asked, workspace, store: join(scratch, 'store') };
}

/** Incompressible text. */
const LONG = Array.from({ length: 900 }, (_, index) => (index * 7919).toString(36)).join(' ');
const pull = (/** @type {string} */ base, /** @type {string} */ head) => ({
  pull_request: { number: 7, base: { sha: base }, head: { sha: head } },
});

test(
  'GitHub: a page that more than doubles fails against the base, with comment, artifact and ' + 'cache',
  async (context) => {
    const { commit, machineFor, asked, store } = await makeMachine(context);
    const base = commit('A few words.');
    const head = commit(LONG);
    const job = await runWorkflow(recipe('.github/workflows/pagethrift.yml'), machineFor(pull(base, head)));
    assert.ok(job.isFailed, job.log);
    assert.equal(job.steps.pagethrift.outputs.passed, 'false');
    assert.ok(
      asked.some((line) => line.startsWith('POST') && line.includes('/issues/7/comments')),
      asked.join('\n'),
    );
    assert.ok(existsSync(join(store, 'artifact/pagethrift/report.json')), 'the artifact is empty');
    assert.ok(existsSync(join(store, 'cache/pagethrift-Linux-1-1')), 'the cache is not saved');
  },
);

test('GitHub: a change within the tolerance passes, and the first run says that it cannot know', async (context) => {
  const { commit, machineFor } = await makeMachine(context);
  const base = commit('A few words.');
  const head = commit('A few words more.');
  const text = recipe('.github/workflows/pagethrift.yml');
  const job = await runWorkflow(text, machineFor(pull(base, head)));
  assert.ok(!job.isFailed, job.log);
  assert.equal(job.steps.pagethrift.outputs.passed, 'true');
  const first = await runWorkflow(text, machineFor({}));
  assert.ok(!first.isFailed, first.log);
  assert.equal(first.steps.pagethrift.outputs.passed, 'unknown');
});

test('GitHub: a pull request finds the report that the push saved', async (context) => {
  const { commit, machineFor } = await makeMachine(context);
  const base = commit('A few words.');
  const pushed = await runWorkflow(recipe('.github/workflows/pagethrift-base.yml'), machineFor({}, { sha: base }));
  assert.ok(!pushed.isFailed, pushed.log);
  const head = commit(LONG);
  const job = await runWorkflow(recipe('.github/workflows/pagethrift-pull.yml'), machineFor(pull(base, head)));
  assert.match(job.log, /actions\/cache\/restore@v4: hit/);
  assert.match(job.log, /costs more than the baseline allows/);
  assert.ok(job.isFailed);
});

test('GitHub: what a fork’s job measured is posted by another job', async (context) => {
  const { commit, machineFor, asked } = await makeMachine(context);
  const base = commit('A few words.');
  const head = commit('A few words more.');
  const measured = await runWorkflow(recipe('.github/workflows/measure.yml'), machineFor(pull(base, head)));
  assert.ok(!measured.isFailed, measured.log);
  assert.equal(asked.length, 0, 'a fork has no right to write');
  const event = { workflow_run: { id: 1, head_sha: 'f'.repeat(40) } };
  const posted = await runWorkflow(recipe('.github/workflows/comment.yml'), machineFor(event));
  assert.ok(!posted.isFailed, posted.log);
  assert.ok(
    asked.some((line) => line.startsWith('POST') && line.includes('/issues/7/comments')),
    asked.join('\n'),
  );
});

/** The commands of each host's recipe, and the files that it stores. */
const HOSTS = {
  GitLab: () => {
    const { pagethrift } = parse(recipe('.gitlab-ci.yml'));
    const { paths, reports } = pagethrift.artifacts;
    return { script: pagethrift.script, cache: pagethrift.cache.paths, files: [...paths, ...Object.values(reports)] };
  },
  CircleCI: () => {
    const { steps } = parse(recipe('.circleci/config.yml')).jobs.pagethrift;
    const all = (/** @type {string} */ key) => steps.flatMap((/** @type {any} */ step) => step[key] ?? []);
    return {
      script: all('run'),
      cache: all('save_cache').flatMap((/** @type {any} */ { paths }) => paths),
      files: [...all('store_test_results'), ...all('store_artifacts')].map(({ path }) => path),
    };
  },
};
for (const [host, read] of Object.entries(HOSTS)) {
  test(`${host}: the gate ends with 2 without a baseline, passes with one, fails if a page grows`, async (context) => {
    const { commit, machineFor, workspace } = await makeMachine(context);
    const { script, cache, files } = read();
    const machine = machineFor({});
    commit('A few words.');
    const idle = await runScript(script.join('\n'), machine);
    assert.match(idle.log, /There is nothing to compare with.*--update-baseline/);
    assert.ok(idle.isFailed);
    await runScript('npx pagethrift check dist --update-baseline', machine);
    const passed = await runScript(script.join('\n'), machine);
    assert.ok(!passed.isFailed, passed.log);
    for (const name of [...files, ...cache]) assert.ok(existsSync(join(workspace, name)), `${name} is not there`);
    assert.ok(existsSync(join(workspace, cache[0])), 'npm ci deletes the cache');
    commit(LONG);
    assert.ok((await runScript(script.join('\n'), machine)).isFailed);
  });
}

/** The build command and the published folder of hosts that build the site. */
const BUILDERS = {
  Netlify: () => {
    const text = blockWith('# netlify.toml\n');
    const settingOf = (/** @type {string} */ key) => new RegExp(`^ *${key} = "([^"]*)"$`, 'm').exec(text)?.[1] ?? '';
    return { command: settingOf('command'), folder: settingOf('publish') };
  },
  Vercel: () => {
    const { buildCommand, outputDirectory } = JSON.parse(blockWith('"buildCommand"'));
    return { command: buildCommand, folder: outputDirectory };
  },
};

/** Returns the block of docs/action.md without a language that contains a text. @param {string} text */
function blockWith(text) {
  const block = DOCS.split('\n```\n').find((part) => part.includes(text) && !part.includes('## '));
  assert.ok(block, `docs/action.md has no block with ${text}`);
  return block;
}

/** The hosts of each distinct pair of command and folder: equal recipes are run once. */
const RECIPES = Map.groupBy(Object.keys(BUILDERS), (host) =>
  JSON.stringify(BUILDERS[/** @type {keyof typeof BUILDERS} */ (host)]()),
);

for (const [text, hosts] of RECIPES) {
  const host = hosts.join(' and ');
  test(`${host}: a build that costs more than its baseline fails, and others publish the copy`, async (context) => {
    const { commit, machineFor, workspace } = await makeMachine(context);
    const { command, folder } = JSON.parse(text);
    const machine = machineFor({});
    const build = () => {
      // Hosts build in a fresh clone.
      for (const made of ['dist', folder]) rmSync(join(workspace, made), { recursive: true, force: true });
      return runScript(command, machine);
    };
    commit('A few words.');
    const idle = await build();
    assert.match(idle.log, /There is nothing to compare with/);
    assert.ok(idle.isFailed, 'a build without a baseline passes');
    await runScript(`npx pagethrift check ${folder} --update-baseline`, machine);
    const passed = await build();
    assert.ok(!passed.isFailed, passed.log);
    assert.ok(existsSync(join(workspace, folder, 'index.html')), 'nothing to publish');
    const again = await runScript(command, machine);
    assert.ok(!again.isFailed, `a second build in the same clone: ${again.log}`);
    commit(LONG);
    assert.ok((await build()).isFailed);
  });
}
