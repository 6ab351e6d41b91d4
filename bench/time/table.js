/** @import { Measured, Took } from './measure.js' */

/**
 * @typedef {{ pages: number, before?: Measured, after?: Measured, peer: number | null }} SiteResult
 * @typedef {Readonly<Record<string, SiteResult>>} Results results by site
 */

const NOT = 'not measured';

const HEAD = `# How long it takes

\`--timings\` says of any run where its time went: stages, rules, the dearest pages and files, by the clock and in
processor time, with the browser’s apart. \`--timings trace.json\` also writes a trace that
[Perfetto](https://ui.perfetto.dev) opens.

What a run does not do: render a page whose changes are proven, or one that is like another that was looked at; try
on one page what was taken back on two of its kind; make anything twice, be it for two pages or in two runs; make
anything for \`check\` that no limit asks for.

The table below is written by \`npm run bench -- time\`, with default flags. *Cold*: nothing is remembered. *Again*:
the same site once more. *Check*: \`pagethrift check\`, with nothing remembered. Times are by the clock, and in
brackets in processor time of all processes, the browser’s included: on a machine with other work only the latter
means something.

*Before* is the code of \`f046240\`. It had no sizes of pictures, no subsets of fonts and few looks at what it changed,
so that where pages are few it was sooner done with less: its times are not those of the same work. A name that ends in
a number is a site whose pages were copied, with other titles, until there were so many.

`;

/** @param {Results} results */
export function renderSpeed(results) {
  const sites = Object.entries(results).sort(([, a], [, b]) => a.pages - b.pages);
  const rows = sites.map(([name, { pages, before, after, peer }]) => [
    name,
    String(pages),
    tell(before?.cold),
    tell(after?.cold),
    peer === null ? NOT : `${peer} s`,
    memory(after?.cold),
    tell(after?.again),
    tell(before?.check),
    tell(after?.check),
  ]);
  const head = ['site', 'pages', 'cold, before', 'cold', 'jampack', 'memory', 'again', 'check, before', 'check'];
  const table = [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows];
  return `${HEAD}\n${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

/** @param {Took | undefined} took */
function tell(took) {
  return took ? `${took.seconds.toFixed(1)} s (${took.cpuSeconds.toFixed(1)} s)` : NOT;
}

/** @param {Took | undefined} took */
function memory(took) {
  return took?.megabytes ? `${took.megabytes} MB` : NOT;
}
