import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { validateXML } from 'xmllint-wasm';
import { formatBytes, formatChange, formatMs, formatNumber, shorten } from '../../lib/report/format.js';
import {
  renderCodeQuality,
  renderGithub,
  renderJunit,
  renderMarkdown,
  renderSarif,
  renderText,
} from '../../lib/report/index.js';
import { listSteps } from '../../lib/report/steps.js';
import { joinChanges } from '../../lib/report/summary.js';
import { makeReport } from './synthetic.js';

/** @import { FullReport } from '../../lib/report/types.ts' */

const schemas = new URL('schemas/', import.meta.url);

/** Returns a report with texts that try to break every format. @returns {FullReport} */
function makeHostileReport() {
  const text = '</script>"]]>\'<b>&amp; | `code` @someone ::error::\r\n\u0001 %25 \ud800 [x](y)';
  const report = makeReport();
  return {
    ...report,
    input: { kind: 'folder', name: './dist/' },
    warnings: [{ code: 'missing-resource', page: `a b/ü,:${text}.html`, line: 1, column: 1, message: text }],
    changes: report.changes.map((change) => ({
      ...change,
      status: 'advised',
      reason: null,
      message: text,
      resource: null,
    })),
    gate: {
      passed: false,
      against: ['budgets'],
      failures: [
        {
          kind: 'budget',
          page: 'index.html',
          line: null,
          column: null,
          resource: null,
          measure: 'bytes',
          limit: 1,
          actual: 2,
          message: text,
          fix: text,
        },
      ],
    },
  };
}

const reports = [
  makeReport(),
  makeHostileReport(),
  makeReport({ pages: 120 }),
  { ...makeReport(), pages: [], changes: [], resources: [], warnings: [] },
];

test('text is one screen: totals, rules, ten best changes, biggest files, warnings', () => {
  const text = renderText(makeReport({ pages: 40 }), { columns: 80 });
  const lines = text.split('\n');
  assert.ok(lines.length <= 50, `${lines.length} lines`);
  for (const line of lines) assert.ok(line.length <= 80, line);
  for (const word of ['requests', 'bytes', 'packets', 'By rule', 'Best changes', 'Biggest files', '3 warnings']) {
    assert.ok(text.includes(word), word);
  }
  assert.ok(!text.includes('\u001b'));
  assert.ok(renderText(makeReport(), { colour: true }).includes('\u001b[1m'));
});

test('text says how pages were looked at, where any were', () => {
  const seen = { full: 3, boxes: 0, alike: 1200, different: 1, original: 0 };
  const text = renderText({ ...makeReport(), looks: seen });
  assert.match(
    text,
    /Verified\n {2}3 pages rendered .*\n {2}1,200 pages with the same changes .*\n {2}1 page with a visible change/,
  );
  assert.doesNotMatch(renderText(makeReport()), /Verified/);
});

test('text fits every width and every report', () => {
  for (const report of reports) {
    for (const columns of [40, 60, 80, 200]) renderText(report, { columns });
  }
});

test('paths and messages are whole at every width', () => {
  const path = `components/${'action-buttons/'.repeat(12)}index.html`;
  const message = `“/${path}” leads to no file of the site, and this sentence goes on for long after its name`;
  const report = makeReport();
  const warnings = [{ code: 'missing-resource', page: path, line: 3, column: 9, message }];
  const failures = [
    { rule: 'budget', page: path, message: `${path} is over its budget`, fix: `Make ${path} smaller.` },
  ];
  const gate = { passed: false, against: ['budgets'], failures, comparison: null };
  const resources = report.resources.map((resource, at) => (at === 0 ? { ...resource, path, bytes: 9e9 } : resource));
  const full = /** @type {FullReport} */ (/** @type {unknown} */ ({ ...report, warnings, gate, resources }));
  for (const text of [40, 80, 200].map((columns) => renderText(full, { columns }))) {
    const said = text.replaceAll(/\s+/g, ' ');
    for (const part of [message, `${path}:3:9`, `${path} is over its budget`, `Make ${path} smaller.`])
      assert.ok(said.includes(part), part);
    assert.match(text, new RegExp(`^ +\\S+ .B +on .* ${path}$`, 'm'));
  }
  assert.ok(renderMarkdown(full).includes(path));
});

test('Markdown stays under 60,000 characters with the worst first', () => {
  const text = renderMarkdown(makeReport({ pages: 400 }));
  assert.ok(text.length < 60_000 && text.length > 50_000, String(text.length));
  assert.match(text, /… [\d,]+ more lines left out/);
  const saved = [...text.matchAll(/^- \*\*−([\d.]+) kB\*\*/gm)].map((match) => Number(match[1]));
  assert.ok(saved.length > 100);
  assert.deepEqual(
    saved,
    saved.toSorted((a, b) => b - a),
  );
  const hostile = renderMarkdown(makeHostileReport()).replace(/`` .*? ``/g, '');
  assert.ok(!/@someone|<b>|<\/script>/.test(hostile));
});

test('SARIF holds to its schema and gives a region to every place', () => {
  const path = process.env.SARIF_SCHEMA ?? new URL('sarif-2.1.0-rtm.5.json', schemas);
  // Written for draft 4, of which only the name of `id` differs from later drafts.
  const { $schema, id, ...schema } = JSON.parse(readFileSync(path, 'utf8'));
  const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);
  for (const report of reports) {
    const log = JSON.parse(renderSarif(report));
    const valid = validate(log);
    assert.ok(valid, JSON.stringify(validate.errors?.slice(0, 3)));
    for (const { locations } of /** @type {any} */ (log).runs[0].results) {
      for (const { physicalLocation } of locations) {
        assert.ok(physicalLocation.region.startLine >= 1);
        assert.doesNotThrow(() => new URL(physicalLocation.artifactLocation.uri, 'file:///'));
      }
    }
  }
  const [first] = JSON.parse(renderSarif(makeHostileReport())).runs[0].results;
  assert.equal(first.level, 'error');
  assert.equal(first.locations[0].physicalLocation.artifactLocation.uri, 'dist/index.html');
});

test('JUnit holds to its schema and fails the pages that the gate failed', async () => {
  const schema = readFileSync(new URL('junit-10.xsd', schemas), 'utf8');
  for (const report of reports) {
    const contents = renderJunit(report);
    const result = await validateXML({ xml: { fileName: 'junit.xml', contents }, schema });
    assert.ok(result.valid, JSON.stringify(result.errors.slice(0, 3)));
  }
  const failed = renderJunit(makeHostileReport());
  assert.match(failed, /tests="4" failures="1"/);
  assert.match(failed, /<testcase name="index.html"[^>]*>\s*<failure /);
});

test('GitLab gets an issue for each finding, each with a fingerprint of its own and a place', () => {
  for (const report of reports) {
    const issues = JSON.parse(renderCodeQuality(report));
    assert.equal(new Set(issues.map((/** @type {any} */ each) => each.fingerprint)).size, issues.length);
    for (const { description, check_name, severity, location } of issues) {
      assert.ok(description && check_name);
      assert.match(severity, /^(?:info|minor|major)$/);
      assert.ok(!location.path.startsWith('/') && location.lines.begin >= 1);
    }
  }
  const [first] = JSON.parse(renderCodeQuality(makeHostileReport()));
  assert.equal(first.severity, 'major');
  assert.equal(first.location.path, 'dist/index.html');
  assert.deepEqual(renderCodeQuality(makeReport()), renderCodeQuality(makeReport()));
});

test('the steps lead from before to after, whatever is joined', () => {
  const report = makeReport({ pages: 4 });
  const rest = { requests: 0, packets: -2, ms: -10 };
  const waterfall = [
    { ...rest, step: 'gif-image', bytes: -4000 },
    { ...rest, step: 'text-image', bytes: -400, requests: -8 },
    { step: 'unsized-image', requests: 0, bytes: 0, packets: 0, ms: 0 },
    { ...rest, step: 'web-font', bytes: 200 },
    { ...rest, step: 'packing', bytes: -2000 },
  ];
  const mean = (/** @type {'requests' | 'bytes'} */ key) =>
    report.pages.reduce((total, page) => total + page.before[key], 0) / 4;
  for (const most of [1, 2, 9]) {
    const steps = listSteps({ ...report, waterfall }, most);
    assert.equal(steps[0].bytes, mean('bytes'));
    assert.ok(Math.abs(steps[steps.length - 1].bytes - (mean('bytes') - 6200 / 4)) < 1e-6);
    assert.ok(Math.abs(steps[steps.length - 1].requests - (mean('requests') - 8 / 4)) < 1e-6);
    assert.ok(steps.length <= most + 2);
  }
  assert.deepEqual(listSteps(report, 5), []);
  assert.match(renderText({ ...report, waterfall }), /From before to after\n.*the mean page after.*\n.*before /);
  assert.match(renderMarkdown({ ...report, waterfall }), /### From before to after/);
});

test('GitHub gets at most fifty annotations, failures first, each on one line', () => {
  const lines = renderGithub({ ...makeReport({ pages: 100 }), gate: makeHostileReport().gate })
    .trimEnd()
    .split('\n');
  assert.equal(lines.length, 50);
  assert.match(lines[0], /^::error file=dist\/index\.html,title=over the limit%3A bytes::/);
  for (const line of lines) assert.match(line, /^::(error|warning|notice) [^\r\n]*$/);
  const levels = lines.map((line) => ['error', 'warning', 'notice'].indexOf(line.slice(2, line.indexOf(' '))));
  assert.deepEqual(levels, levels.toSorted());
});

test('the same report gives the same text', () => {
  for (const render of [renderText, renderMarkdown, renderSarif, renderJunit, renderGithub, renderCodeQuality]) {
    assert.equal(render(makeReport()), render(makeReport()));
  }
});

test('numbers read well', () => {
  assert.equal(formatBytes(999), '999 B');
  assert.equal(formatBytes(1000), '1.0 kB');
  assert.equal(formatBytes(-123_456), '−123 kB');
  assert.equal(formatBytes(1_234_567), '1.2 MB');
  assert.equal(formatBytes(-0.4), '0 B');
  assert.equal(formatMs(1500), '1.5 s');
  assert.equal(formatNumber(0.26), '0.3');
  assert.equal(formatNumber(-1234567.8), '−1,234,568');
  assert.equal(formatNumber(2.0000001), '2');
  assert.equal(formatChange(200, 100), '−50 %');
  assert.equal(formatChange(0, 3), 'new');
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 0, max: 60 }), (text, width) => {
      assert.ok(shorten(text, width).length <= width || shorten(text, width) === text);
    }),
  );
});

test('a file that several pages share is saved once; what takes its place is written on each', () => {
  const report = makeReport({ pages: 3 });
  /** @param {number} requests @param {number} bytes @returns {any} */
  const change = (requests, bytes) => (/** @type {string} */ page) => ({
    ...{
      rule: 'r',
      status: 'applied',
      reason: null,
      page,
      line: 1,
      column: 1,
      resource: 'img/shared.gif',
      message: 'm',
    },
    before: { requests: 1, bytes: 1000 },
    after: { requests, bytes },
    saves: { requests: 1 - requests, bytes: 1000 - bytes, packets: 4, ms: 30, msBand: 1 },
  });
  const paths = report.pages.map(({ path }) => path);
  const [gone] = joinChanges(paths.map(change(0, 100)));
  assert.deepEqual(gone.saves, { requests: 1, bytes: 700, packets: 4, ms: 30, isWithinError: false });
  const [replaced] = joinChanges(paths.map(change(1, 600)));
  assert.deepEqual(replaced.saves, { requests: 0, bytes: 400, packets: 4, ms: 30, isWithinError: false });
  assert.equal(replaced.pages.size, 3);
});
