/** @import { Rule, RuleMeta } from '../../lib/plan/types.ts' */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rules } from '../../rules/index.js';

const fixtures = new URL('../../fixtures/rules/', import.meta.url);

const WRITTEN = '<!-- Written by “npm run docs” from the rule and its fixtures; change those, not this file. -->';
const LEVELS = {
  off: 'off. Set it to `on` to use it.',
  advise: 'advice. It says what it would do and changes nothing until you set it to `on`.',
  on: 'on. It makes its changes without being asked; `advise` only reports them, `off` silences it.',
  error: 'error. It makes its changes, and `pagethrift check` fails where it finds something.',
};
const SAFETIES = {
  safe: 'Nothing: not a pixel and not a word changes.',
  visual:
    'Pixels that nobody misses: what it writes is rendered and held against the picture it replaces. At ' +
    '`--safety safe` it stays away.',
  lossy: 'Pixels that you chose to lose: it works only with `--safety lossy`.',
};

/** More than this of a page shows nothing that a shorter one does not. */
const MOST_CHARACTERS = 1200;
/** Of a data URL the beginning is enough. */
const DATA_URL = /(;base64,[\w+/]{16})[\w+/=]{16,}/g;
const LONG_LINE = /^(.{500}).+$/gm;
const MOST_EXAMPLES = 2;
const MOST_SILENT = 2;

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {string} before
 * @property {string | null} after null where the page stays as it is
 * @property {{ messageId: string, resource?: string, rejected?: string }[]} proposals
 * @property {Record<string, unknown>} options
 */

/**
 * The page of every rule and the list of them, by path under docs.
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
\`--rule id=level\`: \`off\`, \`advise\` (say it, change nothing), \`on\` (do it), \`error\` (do it, and ` +
    `let \`pagethrift check\` fail where it is
left to do).

| rule | level | may lose | what it does |
|---|---|---|---|
${rows.join('\n')}

A new one: [add a rule](../add-a-rule.md).
`
  );
}

/** @param {Rule} rule @param {readonly Case[]} cases */
function renderRule({ meta, draft }, cases) {
  const firing = cases.filter(({ proposals }) => proposals.some(({ rejected }) => !rejected));
  const silent = cases.filter((entry) => !firing.includes(entry));
  const shown = firing.toSorted((a, b) => Number(b.after !== null) - Number(a.after !== null)).slice(0, MOST_EXAMPLES);
  return `${[
    `# ${meta.id}`,
    WRITTEN,
    meta.summary,
    meta.why,
    `- **Default level**: ${LEVELS[meta.default]}`.concat(
      `\n- **What it may cost**: \`${meta.safety}\`. ${SAFETIES[meta.safety]}`,
      draft ? '' : '\n- It gives advice only: what to do about it is yours to decide.',
      `\n- **Since** ${meta.since}.`,
    ),
    ...renderOptions(meta),
    ...(shown.length > 0 ? ['## What it does'] : []),
    ...shown.map((entry) => renderExample(entry, meta)),
    ...renderSilent(silent, meta),
    `All of its cases are in [fixtures/rules/${meta.id}](../../fixtures/rules/${meta.id}), the rule itself is ` +
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
  const written = after === null ? ['The page stays as it is; files beside it may change.'] : ['becomes', fence(after)];
  return [`### ${titleOf(name)}`, ...setting, fence(before), ...written, 'The report says:', told.join('\n>\n')].join(
    '\n\n',
  );
}

/** @param {readonly Case[]} cases @param {RuleMeta} meta */
function renderSilent(cases, meta) {
  const shown = cases.slice(0, MOST_SILENT);
  if (shown.length === 0) return [];
  return [
    '## Where it stays away',
    ...shown.map(({ name, before, proposals }) => {
      const reasons = proposals.flatMap((proposal) =>
        proposal.rejected ? [`> ${messageOf(proposal, meta)} (\`${proposal.rejected}\`)`] : [],
      );
      const told = reasons.length > 0 ? ['The report says why:', [...new Set(reasons)].join('\n>\n')] : [];
      return [`### ${titleOf(name.replace(/^silent-/, ''))}`, fence(before), ...told].join('\n\n');
    }),
  ];
}

/**
 * A message with the name of its file; other values stand in no fixture, so their names are in italics.
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
  const cut = lines.length > MOST_CHARACTERS ? `${lines.slice(0, MOST_CHARACTERS)}\n…` : lines;
  const marks = '`'.repeat(Math.max(3, ...[...cut.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${marks}html\n${cut}\n${marks}`;
}

/**
 * The cases of a rule that hold a page.
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

/** Cases stand in many encodings; what is no UTF-8 is shown as Latin-1. @param {URL} url */
function readText(url) {
  const bytes = readFileSync(url);
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') ? bytes.toString('latin1') : text;
}

/** @param {URL} url */
function readJson(url) {
  return existsSync(url) ? JSON.parse(readFileSync(url, 'utf8')) : {};
}
