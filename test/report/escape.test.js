import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { marked } from 'marked';
import { escapeMarkdown, escapeTerminal, writeCode, writeJson } from '../../lib/report/escape.js';
import { renderGithub, renderMarkdown, renderSarif, renderText } from '../../lib/report/index.js';
import { makeReport } from './synthetic.js';

/** Characters with a special meaning in terminals, logs and Markdown. */
const HOSTILE = [
  '\n',
  '\r',
  '\u001b]8;;x\u0007',
  '\u009b31m',
  '\u202e',
  '\u2028',
  ':',
  '::error ::x',
  '##[error]x',
  '`',
  '[',
  ']',
  '|',
  '<b>',
  '\ud800',
  'a',
];
const hostile = fc.array(fc.constantFrom(...HOSTILE), { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));

/** Returns a report in which this text replaces every text of the site. @param {string} text */
function reportOf(text) {
  const report = makeReport();
  const changes = report.changes.map((change) => ({ ...change, page: text, resource: text, message: text }));
  const resources = report.resources.map((resource) => ({ ...resource, path: text }));
  const pages = report.pages.map((page) => ({ ...page, path: text }));
  const warnings = [{ code: 'x', page: text, line: 1, column: 1, message: text }];
  return {
    ...report,
    pages,
    resources,
    changes,
    warnings,
    input: { kind: /** @type {const} */ ('folder'), name: text },
  };
}

/** Characters that no log may contain, except for its own line breaks. */
const UNSAFE =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]|\p{Surrogate}|##\[|^\s*::/mu;

test('no text of a site reaches a terminal or a log as anything but text', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const report = reportOf(text);
      const plain = reportOf('a');
      const said = renderText(report);
      assert.doesNotMatch(said, UNSAFE);
      // Long messages wrap, so a plain text of the same width shows how many lines there may be.
      const wide = reportOf(escapeTerminal(text).replace(/[^ ]/gu, 'a'));
      assert.equal(said.split('\n').length, renderText(wide).split('\n').length, 'no more lines than of a plain text');
      assert.doesNotMatch(writeJson(report, 2), UNSAFE);
      assert.deepEqual(JSON.parse(writeJson(report, 2)), JSON.parse(JSON.stringify(report)), 'JSON reads the same');
      const commands = renderGithub(report).split('\n').filter(Boolean);
      assert.equal(commands.length, renderGithub(plain).split('\n').filter(Boolean).length);
      for (const command of commands) assert.match(command, /^::(?:error|warning|notice) [^\r\n]*$/);
      const results = JSON.parse(renderSarif(report)).runs[0].results;
      for (const { message } of results) assert.doesNotMatch(message.text, /(?<!\\)[[\]]/, 'no link in a message');
    }),
    { numRuns: 60 },
  );
});

test('a name as code in Markdown ends where the name ends', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const code = writeCode(text);
      const [fence] = /** @type {RegExpMatchArray} */ (code.match(/^`+/));
      const inside = code.slice(fence.length, -fence.length);
      assert.doesNotMatch(inside, new RegExp(`(?<!\`)${fence}(?!\`)`), 'the fence stands nowhere inside');
    }),
  );
  assert.doesNotMatch(renderMarkdown(reportOf('`` <img src=x> ``')), /(?<!`)`` `` <img/);
});

test('a text in Markdown becomes no link, mention or reference', () => {
  for (const text of ['https://evil.test/a', 'see www.evil.test', 'WWW.evil.test', 'ftp://evil.test', 'a@evil.test']) {
    const html = String(marked.parse(escapeMarkdown(text), { gfm: true }));
    assert.doesNotMatch(html, /<a /, text);
    const seen = html
      .replace(/<[^>]*>|\u200b/g, '')
      .replaceAll('&#58;', ':')
      .replaceAll('&#46;', '.')
      .trim();
    assert.equal(seen, text, 'readers see the same');
  }
  for (const text of ['#12', 'a/b#12', 'GH-12', '@name'])
    assert.doesNotMatch(escapeMarkdown(text), /#\d|GH-\d|@\w/, 'GitHub finds nothing to refer to');
});

test('what is seen of a hostile name says what it holds', () => {
  assert.equal(escapeTerminal('a\n::error::b'), 'a\\n::error::b');
  assert.equal(escapeTerminal('::error::b'), '\\::error::b');
  assert.equal(escapeTerminal('\u001b]0;x\u0007'), '\\x1b]0;x\\x07');
  assert.equal(escapeTerminal('ümlaut 日本 👩'), 'ümlaut 日本 👩');
});
