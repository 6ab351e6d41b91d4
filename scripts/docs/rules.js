/** @import { Rule, RuleMeta } from '../../lib/plan/types.ts' */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rules } from '../../rules/index.js';

const fixtures = new URL('../../fixtures/rules/', import.meta.url);

const WRITTEN = '<!-- Written by “npm run docs” from the rule and its fixtures; change those, not this file. -->';
const LEVELS = {
  off: 'off. Set it to `on` to use it.',
  advise: 'advise. The rule reports what it would change and changes nothing unless you set it to `on`.',
  on: 'on. The rule makes its changes. With `advise` it only reports them, and with `off` it does not run.',
  error: 'error. The rule makes its changes, and `pagethrift check` fails if it finds anything.',
};
const SAFETIES = {
  safe: 'No pixel and no text changes.',
  visual: 'Its result is rendered and must look the same as before. The rule does not run at `--safety safe`.',
  lossy: 'Images may lose quality. The rule only runs with `--safety lossy`.',
};

/** Max characters of an example. A longer excerpt adds nothing. */
const MAX_CHARACTERS = 1200;
/** Data URLs, which are shortened to their beginning. */
const DATA_URL = /(;base64,[\w+/]{16})[\w+/=]{16,}/g;
const LONG_LINE = /^(.{500}).+$/gm;
const MAX_EXAMPLES = 2;
const MAX_SILENT = 2;

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {string} before
 * @property {string | null} after null if the page does not change
 * @property {{ messageId: string, resource?: string, rejected?: string }[]} proposals
 * @property {Record<string, unknown>} options
 */

/**
 * Renders the page of every rule and their list, by path under docs.
 * @returns {[string, string][]}
 */
export function renderRules() {
  return [
    ['rules/README.md', renderList(rules)],
    ...rules.map(
      (rule) =>
        /** @type {[string, string]} */ ([`rules/${rule.meta.id}.md`, renderRule(rule, readCases(rule.meta.id))]),
    ),
  ];
}

/** @param {readonly Rule[]} all */
function renderList(all) {
  const rows = all.map(
    ({ meta }) => `| [${meta.id}](${meta.id}.md) | ${meta.default} | ${meta.safety} | ${meta.summary} |`,
  );
  return (
    `# Rules

${WRITTEN}

\`pagethrift rules\` prints this list, and \`pagethrift rules <id>\` explains one. Levels are set in the ` +
    `[config](../config.md) or with
\`--rule id=level\`: \`off\`, \`advise\` (report only), \`on\` (change the site), \`error\` (change it, and ` +
    `make \`pagethrift check\` fail on
what it finds).

| rule | level | safety | effect |
|---|---|---|---|
${rows.join('\n')}

To write your own, see [add a rule](../add-a-rule.md).
`
  );
}

/** @param {Rule} rule @param {readonly Case[]} cases */
function renderRule({ meta, draft }, cases) {
  const firing = cases.filter(({ proposals }) => proposals.some(({ rejected }) => !rejected));
  const silent = cases.filter((entry) => !firing.includes(entry));
  const shown = firing.toSorted((a, b) => Number(b.after !== null) - Number(a.after !== null)).slice(0, MAX_EXAMPLES);
  return `${[
    `# ${meta.id}`,
    WRITTEN,
    meta.summary,
    meta.why,
    `- **Default level**: ${LEVELS[meta.default]}`.concat(
      `\n- **Safety**: \`${meta.safety}\`. ${SAFETIES[meta.safety]}`,
      draft ? '' : '\n- The rule only advises. It never changes the site.',
      `\n- **Since** ${meta.since}.`,
    ),
    ...renderOptions(meta),
    ...(shown.length > 0 ? ['## Examples'] : []),
    ...shown.map((entry) => renderExample(entry, meta)),
    ...renderSilent(silent, meta),
    `All cases are in [fixtures/rules/${meta.id}](../../fixtures/rules/${meta.id}), and the source is ` +
      `[rules/${meta.id}.js](../../rules/${meta.id}.js).`,
  ].join('\n\n')}\n`;
}

/** @param {RuleMeta} meta */
function renderOptions({ options }) {
  const rows = Object.entries(options).map(
    ([name, { type, default: value, description }]) =>
      `| \`${name}\` | ${type} | \`${JSON.stringify(value)}\` | ${description} |`,
  );
  return rows.length > 0
    ? ['## Options', ['| option | type | default | meaning |', '|---|---|---|---|', ...rows].join('\n')]
    : [];
}

/** @param {Case} entry @param {RuleMeta} meta */
function renderExample({ name, before, after, proposals, options }, meta) {
  const told = [...new Set(proposals.map((proposal) => messageOf(proposal, meta)))].map((text) => `> ${text}`);
  const setting = Object.keys(options).length > 0 ? [`With the options \`${JSON.stringify(options)}\`:`] : [];
  const written = after === null ? ['The page does not change, but other files may.'] : ['becomes', fence(after)];
  return [`### ${titleOf(name)}`, ...setting, fence(before), ...written, 'Report:', told.join('\n>\n')].join('\n\n');
}

/** @param {readonly Case[]} cases @param {RuleMeta} meta */
function renderSilent(cases, meta) {
  const shown = cases.slice(0, MAX_SILENT);
  if (shown.length === 0) return [];
  return [
    '## Exceptions',
    ...shown.map(({ name, before, proposals }) => {
      const reasons = proposals.flatMap((proposal) =>
        proposal.rejected ? [`> ${messageOf(proposal, meta)} (\`${proposal.rejected}\`)`] : [],
      );
      const told = reasons.length > 0 ? ['Report:', [...new Set(reasons)].join('\n>\n')] : [];
      return [`### ${titleOf(name.replace(/^silent-/, ''))}`, fence(before), ...told].join('\n\n');
    }),
  ];
}

/**
 * Returns a message with the name of its file. Fixtures contain no other values, so their names are in italics.
 * @param {Case['proposals'][number]} proposal
 * @param {RuleMeta} meta
 */
function messageOf({ messageId, resource }, { messages }) {
  const name = resource?.split('/').at(-1);
  return messages[messageId].replace(/\{(\w+)\}/g, (_, key) =>
    key === 'name' && name
      ? name
      : `*${key.replace(/[A-Z]/g, (/** @type {string} */ letter) => ` ${letter.toLowerCase()}`)}*`,
  );
}

/** @param {string} name */
function titleOf(name) {
  const words = name.replaceAll('-', ' ');
  return words[0].toUpperCase() + words.slice(1);
}

/** @param {string} text */
function fence(text) {
  const short = text.replace(DATA_URL, '$1…');
  const lines = short.replace(/\r\n?/g, '\n').trimEnd().replace(LONG_LINE, '$1…');
  const cut = lines.length > MAX_CHARACTERS ? `${lines.slice(0, MAX_CHARACTERS)}\n…` : lines;
  const marks = '`'.repeat(Math.max(3, ...[...cut.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${marks}html\n${cut}\n${marks}`;
}

/**
 * Returns the cases of a rule that contain a page.
 * @param {string} id
 * @returns {Case[]}
 */
function readCases(id) {
  const folder = new URL(`${id}/`, fixtures);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .filter((name) => existsSync(new URL(`${name}/before.html`, folder)))
    .map((name) => {
      const at = new URL(`${name}/`, folder);
      return {
        name,
        before: readText(new URL('before.html', at)),
        after: existsSync(new URL('after.html', at)) ? readText(new URL('after.html', at)) : null,
        proposals: readJson(new URL('expect.json', at)).proposals ?? [],
        options: readJson(new URL('options.json', at)),
      };
    })
    .filter(({ before }) => before.trim() !== '');
}

/** Reads a case. Cases use many encodings, and invalid UTF-8 is decoded as Latin-1. @param {URL} url */
function readText(url) {
  const bytes = readFileSync(url);
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') ? bytes.toString('latin1') : text;
}

/** @param {URL} url */
function readJson(url) {
  return existsSync(url) ? JSON.parse(readFileSync(url, 'utf8')) : {};
}
