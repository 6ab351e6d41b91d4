/** @import { Took } from '../time/measure.js' */

/**
 * The cost of one commit, and of a build of the last one without a cache.
 * @typedef {Took & { executed: number, recalled: number }} Cost
 * @typedef {Cost & { hash: string, pages: number, changed: number }} CommitCost
 * @typedef {{ name: string, effort: string, commits: CommitCost[], cold: Cost }} CommitResults
 */

/** @param {CommitResults | null} results */
export function renderCommits(results) {
  if (!results) return '';
  const { name, effort, commits, cold } = results;
  const head = ['commit', 'pages', 'files changed', 'CPU', 'memory', 'tasks executed', 'recalled'];
  const costOf = (/** @type {Cost} */ { cpuSeconds, megabytes, executed, recalled }) => [
    `${cpuSeconds.toFixed(1)} s`,
    `${megabytes} MB`,
    executed.toLocaleString('en'),
    recalled.toLocaleString('en'),
  ];
  const rows = commits.map((commit, index) => [
    commit.hash,
    String(commit.pages),
    index === 0 ? 'all' : String(commit.changed),
    ...costOf(commit),
  ]);
  const last = ['the last without a cache', String(commits.at(-1)?.pages), 'all', ...costOf(cold)];
  const table = [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows, last];
  return `
## ${commits.length} commits in a row

\`npm run bench -- commits GIT_DIR\` writes the table below: the last ${commits.length} commits of \`${name}\`, each
checked out again as in CI, and built with the cache and the output folder of the one before, \`--verify off
--browser off --effort ${effort}\`. The output of the last equals that of a build without a cache, byte for byte.

${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
`;
}
