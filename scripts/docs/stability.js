const MARKS = /(<!-- STABILITY -->\n)[\s\S]*?(<!-- \/STABILITY -->)/;

/** @typedef {{ site: string, tool: string, load: number, cores: number, answers: { value: number, digest: string }[] }} Row */

/**
 * Fills the table of docs/stability.md from bench/stability/results.json. Rows of one tool and load are merged.
 * @param {string} page @param {readonly Row[]} rows
 */
export function fillStability(page, rows) {
  const groups = Object.values(Object.groupBy(rows, ({ tool, load }) => `${tool} ${load > 0}`));
  const lines = groups.map((group) => rowOf(group ?? []));
  const table =
    '| tool | other processes | runs | different results | lowest | highest |\n| --- | --- | --: | --: | --: | --: |\n' +
    lines.join('');
  return page.replace(MARKS, (_, start, end) => `${start}${table}${end}`);
}

/** @param {readonly Row[]} rows */
function rowOf(rows) {
  const [{ tool, load, cores }] = rows;
  const answers = rows.flatMap((row) => row.answers);
  const values = answers.map(({ value }) => value);
  const different = new Set(answers.map(({ value, digest }) => `${value} ${digest}`)).size;
  const unit = tool.startsWith('Lighthouse') ? '' : ' ms';
  const busy = load > 0 ? `${load} busy ones on ${cores} cores` : 'no additional load';
  const ends = [Math.min(...values), Math.max(...values)].map((value) => `${value}${unit}`);
  return `| ${[tool, busy, answers.length, different, ...ends].join(' | ')} |\n`;
}
