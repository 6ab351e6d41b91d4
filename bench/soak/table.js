/** @import { Row } from './run-site.js' */

const LEVELS = ['safe', 'visual', 'lossy'];

/**
 * Renders the summary of all rows: by level, by kind of finding, by generator.
 * @param {readonly Row[]} rows
 */
export function renderSoak(rows) {
  const levels = LEVELS.filter((level) => rows.some((row) => row.level === level));
  return [...levels.map((level) => renderLevel(rows, level)), renderKinds(rows, levels), renderFindings(rows)].join(
    '\n',
  );
}

/** @param {readonly Row[]} all @param {string} level */
function renderLevel(all, level) {
  const rows = all.filter((row) => row.level === level);
  /** @type {Map<string, Row[]>} */
  const groups = new Map();
  for (const row of rows) groups.set(row.generator, [...(groups.get(row.generator) ?? []), row]);
  const sorted = [...groups].sort((a, b) => b[1].length - a[1].length || a[0].localeCompare(b[0]));
  const lines = [...sorted, /** @type {[string, Row[]]} */ (['all', rows])].map(([name, group]) =>
    renderGroup(name, group),
  );
  const head = ['generator', 'sites', 'with findings', 'requests', 'kB', 'CPU, s a site', 'max MB'];
  return `### \`${level}\`\n\n${renderTable(head, lines)}\n`;
}

/** @param {string} name @param {readonly Row[]} rows */
function renderGroup(name, rows) {
  const sum = (/** @type {(row: Row) => number} */ of) => rows.reduce((total, row) => total + (of(row) || 0), 0);
  const found = rows.filter(({ findings }) => findings.length > 0).length;
  const kilobytes = [0, 1].map((side) => (sum((row) => row.bytes[side]) / 1000).toFixed(0));
  const requests = [0, 1].map((side) => sum((row) => row.requests[side]));
  const seconds = (sum((row) => row.cpuSeconds) / Math.max(1, rows.length)).toFixed(0);
  const most = Math.max(...rows.map(({ megabytes }) => megabytes));
  return [name, rows.length, found, requests.join(' → '), kilobytes.join(' → '), seconds, most].map(String);
}

/** @param {readonly Row[]} rows @param {readonly string[]} levels */
function renderKinds(rows, levels) {
  const kinds = [...new Set(rows.flatMap(({ findings }) => findings.map(({ kind }) => kind)))].sort();
  if (kinds.length === 0) return 'No findings.\n';
  const count = (/** @type {string} */ kind, /** @type {string} */ level) =>
    rows.filter((row) => row.level === level && row.findings.some((each) => each.kind === kind)).length;
  const lines = kinds.map((kind) => [kind, ...levels.map((level) => String(count(kind, level)))]);
  return `### Sites with findings, by kind\n\n${renderTable(['kind', ...levels], lines)}\n`;
}

/** @param {readonly Row[]} rows */
function renderFindings(rows) {
  const lines = rows
    .filter(({ findings }) => findings.length > 0)
    .flatMap(({ name, level, findings }) => {
      const kinds = [...new Set(findings.map(({ kind }) => kind))];
      return kinds.map((kind) => {
        const of = findings.filter((each) => each.kind === kind);
        const pages = new Set(of.map(({ page }) => page));
        return [name, level, kind, [...pages].slice(0, 3).join(' '), of[0].detail.replace(/\s+/g, ' ').slice(0, 160)];
      });
    });
  if (lines.length === 0) return '';
  return `### Findings\n\n${renderTable(['site', 'level', 'kind', 'pages', 'first'], lines)}\n`;
}

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} lines */
function renderTable(head, lines) {
  const escaped = lines.map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|')));
  return [head, head.map(() => '---'), ...escaped].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
