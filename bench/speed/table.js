/** @import { Took } from '../time/measure.js' */

/**
 * Costs of builds by number of pages and by what was changed.
 * @typedef {Record<string, Record<string, Took & { executed: number, recalled: number }>>} SpeedResults
 */

/** @param {SpeedResults} results */
export function renderIncremental(results) {
  const head = ['pages', 'build', 'time', 'CPU', 'memory', 'tasks executed', 'recalled'];
  const rows = Object.entries(results).flatMap(([pages, runs]) =>
    Object.entries(runs).map(([name, { seconds, cpuSeconds, megabytes, executed, recalled }]) => [
      pages,
      name,
      `${seconds.toFixed(1)} s`,
      `${cpuSeconds.toFixed(1)} s`,
      `${megabytes} MB`,
      executed.toLocaleString('en'),
      recalled.toLocaleString('en'),
    ]),
  );
  const table = [head, head.map((_, index) => (index < 2 ? '---' : '---:')), ...rows];
  return `${TEXT}\n${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

const TEXT = `
## Builds that cost what changed

A build recalls the results of the last one. What a file contains is known by its size, times and number, so unchanged
files are not read; what a page needs is recalled if the page and the files that it asks for are the same. The output
folder is replaced as a whole, but its unchanged files are kept.

\`npm run bench -- speed FOLDER PAGES …\` writes the table below: Debian’s Javadoc of Commons Lang with its pages
multiplied and their words varied, \`--verify off --browser off\`, and \`--effort fast\` where the table says “fast”.
*Tasks* are those of all stages. The rows with “fast” are of an earlier version, and the machine had other load then.
A page of a cold build takes 205, 206 and 189 ms of CPU time on sites of 1,000, 3,000 and 10,000 pages. A cold build of
30,000 pages with an earlier version, ended while it was packing, had taken 906 MB.

A build after an edit reads the results of the last build in parts of about a hundred, in which equal data is stored
once, and only writes the parts that differ. It still sums up all pages of the site in each stage. This, and not the
edit, takes its time: three to five times that of an unchanged build. After a change of a script, a page is searched
again only if the script gives other answers to the questions of the rules, and after a change of a sheet, only if its
rules read the sheet. All pages that load them are priced again, because their files have other sizes. After an undone
edit, everything is recalled. *Continued after a kill* is the first build of 10,000 pages, ended while it
was pricing: all that it had finished was recalled.
`;
