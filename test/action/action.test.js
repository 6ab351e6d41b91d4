import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findSource } from '../../action/annotate.js';
import { continueTrend, renderComment } from '../../action/comment.js';
import { compareReports } from '../../action/compare.js';
import { runAction } from '../../action/run.js';
import { makeReport } from '../report/synthetic.js';

/** @typedef {import('../../lib/report/types.ts').FullReport} FullReport */

const PULL = { pull_request: { number: 7, base: { sha: 'b'.repeat(40) }, head: { sha: 'a'.repeat(40) } } };
const PASSED = { passed: true, against: [/** @type {const} */ ('budgets')], failures: [] };

/**
 * Returns a report that is `by` bytes heavier on its first page.
 * @param {Partial<FullReport>} [more]
 * @param {number} [by]
 * @returns {FullReport}
 */
function reportOf(more = {}, by = 0) {
  const report = makeReport({ pages: 3, traces: false });
  const [first, ...others] = report.pages;
  const heavier = { ...first, before: { ...first.before, bytes: first.before.bytes + by } };
  return { ...report, command: 'check', gate: PASSED, pages: [heavier, ...others], ...more };
}

/**
 * Runs the action with replaced external effects.
 * @param {import('node:test').TestContext} context
 * @param {{ inputs?: Record<string, string>, event?: object, head?: FullReport, base?: FullReport, comments?: object[],
 *   refuses?: boolean }} options
 */
async function act(context, { inputs = {}, event = PULL, head = reportOf(), base, comments = [], refuses = false }) {
  const root = mkdtempSync(join(tmpdir(), 'pagethrift-action-'));
  context.after(() => rmSync(root, { recursive: true, force: true }));
  const at = (/** @type {string} */ name) => join(root, name);
  writeFileSync(at('event.json'), JSON.stringify(event));
  for (const name of ['summary', 'output']) writeFileSync(at(name), '');
  const given = { folder: 'dist', 'github-token': 'token', ...inputs };
  const env = {
    GITHUB_WORKSPACE: root,
    GITHUB_EVENT_PATH: at('event.json'),
    GITHUB_STEP_SUMMARY: at('summary'),
    GITHUB_OUTPUT: at('output'),
    GITHUB_API_URL: 'https://api.test',
    GITHUB_REPOSITORY: 'owner/site',
    ...Object.fromEntries(
      Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase().replaceAll('-', '_')}`, value]),
    ),
  };
  /** @type {string[]} */
  const said = [];
  /** @type {string[][]} */
  const spawned = [];
  /** @type {{ method: string, url: string, body: string }[]} */
  const asked = [];
  /** @param {string} command @param {readonly string[]} args */
  const spawn = (command, args) => {
    spawned.push([command, ...args]);
    if (command === 'npx') {
      const file = args[args.indexOf('--json') + 1];
      const report = file.endsWith('base.json') ? base : head;
      if (report) writeFileSync(file, JSON.stringify(report));
      return { status: report?.gate?.passed === false ? 1 : 0, stdout: '' };
    }
    if (args[0] === 'ls-files') return { status: 0, stdout: 'public/img/a.png\0src/index.md\0' };
    if (args[0] === 'merge-base') return { status: 0, stdout: `${'c'.repeat(40)}\n` };
    if (args[1] === 'add') mkdirSync(args[4], { recursive: true });
    return { status: 0, stdout: '' };
  };
  const fetch = /** @type {typeof globalThis.fetch} */ (
    async (url, { method = 'GET', body = '' } = {}) => {
      asked.push({ method, url: String(url), body: String(body) });
      const answer = String(url).includes('/pulls')
        ? [{ number: 9, state: 'open', head: { sha: 'f'.repeat(40) } }]
        : comments;
      return new Response(JSON.stringify(answer), { status: refuses && method !== 'GET' ? 403 : 200 });
    }
  );
  const world = { env, fetch, spawn, shell: () => 0, say: (/** @type {string} */ line) => void said.push(line) };
  const prepare = (/** @type {string} */ name, /** @type {object} */ data) => {
    mkdirSync(at('pagethrift-report'), { recursive: true });
    writeFileSync(at(`pagethrift-report/${name}`), JSON.stringify(data));
  };
  if (inputs.mode === 'comment') prepare('report.json', head);
  if (inputs.base && base) writeFileSync(at(inputs.base), JSON.stringify(base));
  const code = await runAction(world);
  const read = (/** @type {string} */ name) => readFileSync(at(name), 'utf8');
  return { code, said, spawned, asked, summary: read('summary'), output: read('output') };
}

test('identical bytes give exactly “no change”', async (context) => {
  const { code, summary, asked } = await act(context, { inputs: { base: 'base.json' }, base: reportOf() });
  assert.equal(code, 0);
  assert.match(summary, /^### pagethrift: no change$/m);
  assert.doesNotMatch(summary, /^\|/m, 'a table of no pages');
  assert.match(JSON.parse(asked.at(-1)?.body ?? '').body, /no change/);
});

test('what got worse stands first, with the files that are to blame', async (context) => {
  const base = reportOf();
  const head = reportOf({}, 50_000);
  const [file] = head.resources.filter(({ usedBy }) => usedBy.includes('index.html'));
  const grown = head.resources.map((each) => (each === file ? { ...each, bytes: each.bytes + 50_000 } : each));
  const { summary } = await act(context, { inputs: { base: 'base.json' }, base, head: { ...head, resources: grown } });
  assert.match(summary, /### pagethrift: 1 page changed, \+50\.0 kB in all/);
  const row = summary.split('\n').find((line) => line.startsWith('| `index.html`')) ?? '';
  assert.ok(row.includes(`\`${file.path}\``), row);
  assert.match(row, /\| about 0 \|/, 'the estimates are the same: no time may be claimed');
  assert.match(summary, /2 pages unchanged\./);
});

test('the first run has no base, and says so', async (context) => {
  const { code, summary } = await act(context, {});
  assert.equal(code, 0);
  assert.match(summary, /nothing to compare with yet/);
});

test('the base is built where the branch left it, beside the checkout, also after a force push', async (context) => {
  const { spawned, summary } = await act(context, { inputs: { build: 'make' }, base: reportOf() });
  const add = spawned.find((args) => args[1] === 'worktree' && args[2] === 'add') ?? [];
  assert.equal(add.at(-1), 'c'.repeat(40), 'not the merge base');
  assert.ok(
    spawned.some((args) => args[2] === 'remove'),
    'the tree was left there',
  );
  assert.match(summary, /no change/);
});

test('one comment is written over, and nobody else’s', async (context) => {
  const mark = '<!-- pagethrift:dist -->';
  const comments = [
    { id: 1, user: { type: 'User' }, body: `${mark} a person quotes it` },
    { id: 2, user: { type: 'Bot' }, body: `${mark}\n\nthe last one` },
  ];
  const { asked } = await act(context, { comments });
  const { method, url } = asked.at(-1) ?? {};
  assert.deepEqual([method, url], ['PATCH', 'https://api.test/repos/owner/site/issues/comments/2']);
});

test('a comment shows the largest differences and the trend of its pull request', async (context) => {
  const mark = '<!-- pagethrift:dist -->';
  const base = reportOf();
  const head = reportOf({}, 50_000);
  const [file] = head.resources;
  const grown = head.resources.map((each) => (each === file ? { ...each, bytes: each.bytes + 50_000 } : each));
  const bytes = head.pages.reduce((sum, page) => sum + page.before.bytes, 0);
  const former = { id: 2, user: { type: 'Bot' }, body: `${mark}\n\nold<!-- pagethrift-trend:${bytes - 20_000} -->` };
  const options = { inputs: { base: 'base.json' }, base, head: { ...head, resources: grown }, comments: [former] };
  const { asked } = await act(context, options);
  const { body } = JSON.parse(asked.at(-1)?.body ?? '');
  assert.ok(body.includes(`Largest differences: \`${file.path}\` +50.0 kB.`), body);
  assert.match(body, new RegExp(`from its base: ▁▅█<!-- pagethrift-trend:${bytes - 20_000},${bytes} -->`));
});

test('a trend has one point for each change, at most twenty, and ignores other text', () => {
  assert.deepEqual(continueTrend('', 10.4), [10]);
  assert.deepEqual(continueTrend('<!-- pagethrift-trend:10 -->', 10), [10]);
  assert.deepEqual(continueTrend('<!-- pagethrift-trend:10,x -->', 12), [12]);
  const long = `<!-- pagethrift-trend:${Array.from({ length: 20 }, (_, index) => index).join(',')} -->`;
  assert.deepEqual([continueTrend(long, 99).length, continueTrend(long, 99)[0]], [20, 1]);
});

test('a fork’s job that may not write says what to do, and keeps its verdict', async (context) => {
  const { code, said } = await act(context, { refuses: true });
  assert.equal(code, 0);
  assert.ok(
    said.some((line) => line.startsWith('::warning') && line.includes('action.html#forks')),
    said.join('\n'),
  );
});

test('forks: one job measures without a token, the other finds the pull request by the commit', async (context) => {
  const measured = await act(context, { inputs: { mode: 'measure' } });
  assert.deepEqual(measured.asked, []);
  const event = { workflow_run: { head_sha: 'f'.repeat(40) } };
  const posted = await act(context, { inputs: { mode: 'comment' }, event });
  assert.deepEqual(posted.spawned, [], 'the job with rights ran something');
  assert.match(posted.asked.at(-1)?.url ?? '', /\/issues\/9\/comments$/);
});

test('a failing gate: ten annotations at most, the rest counted, on files of the repository', async (context) => {
  const failure = {
    kind: /** @type {const} */ ('budget'),
    line: null,
    column: null,
    measure: 'bytes',
    limit: 1,
    actual: 2,
    fix: '',
  };
  const failures = Array.from({ length: 30 }, (_, index) => ({
    ...failure,
    page: 'index.html',
    resource: index === 0 ? 'img/a.png' : null,
    message: `fault ${index}\n::set-output name=passed::true`,
  }));
  const { code, said, output } = await act(context, {
    head: reportOf({ gate: { ...PASSED, passed: false, failures } }),
  });
  assert.equal(code, 1);
  assert.match(output, /^passed=false$/m);
  const errors = said.filter((line) => line.startsWith('::error'));
  assert.equal(errors.length, 10);
  assert.match(errors[0], /^::error file=public\/img\/a\.png,/);
  assert.match(errors[9], /… and 21 more faults/);
  assert.ok(!said.some((line) => line.includes('\n')), 'a message started a command of its own');
});

test('a built file that two sources may have made is on none of them', () => {
  assert.equal(findSource('a.png', ['x/a.png', 'y/a.png']), null);
  assert.equal(findSource('a.png', ['x/ba.png', 'y/a.png']), 'y/a.png');
});

test('2,000 changed pages with hostile names fit, and do nothing', () => {
  const names = [
    '| a | b |\n\n# head',
    '<img src=x onerror=alert(1)>',
    '`code` @everyone',
    '![x](https://evil.test/x.png)',
    '--><b>',
  ];
  const report = reportOf();
  const pages = Array.from({ length: 2000 }, (_, index) => ({
    ...report.pages[0],
    path: `${names[index % names.length]}${index}`,
  }));
  const base = { ...report, pages: pages.map((page) => ({ ...page, before: { ...page.before, bytes: 1 } })) };
  const head = { ...report, pages };
  for (const most of [60_000, 900_000]) {
    const text = renderComment(head, compareReports(base, head), { folder: 'dist --><script>', most });
    assert.ok(Buffer.byteLength(text) <= most * 1.09, `${Buffer.byteLength(text)} bytes of ${most}`);
    const outside = text
      .split('\n')
      .slice(1)
      .join('\n')
      .replace(/(`+)[^\n]*?\1/g, '');
    assert.doesNotMatch(outside, /<img|<b>|<script|@everyone|!\[|^# head/m);
    assert.ok(
      text.startsWith('<!-- pagethrift:dist%20--%3E%3Cscript%3E -->\n'),
      'the mark can be ended by a folder name',
    );
    if (most < 100_000) assert.match(text, /… and [\d,]+ more pages: report\.json has them all/);
  }
});
