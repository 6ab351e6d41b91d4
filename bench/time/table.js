/** @import { Measured, Took } from './measure.js' */

/**
 * @typedef {{ pages: number, before?: Measured, after?: Measured, peer: { pack: Took, compress: Took } | null }}
 *   SiteResult
 * @typedef {Readonly<Record<string, SiteResult>>} Results results by site
 */

const NOT = 'not measured';

const HEAD = `# How long it takes

\`--timings\` reports for any run where the time was spent: stages, rules, the slowest pages and files, as wall time and
CPU time, with the browser’s separately. \`--timings trace.json\` also writes a trace that
[Perfetto](https://ui.perfetto.dev) opens.

To save time, a run does not render a page whose changes are proven to be invisible, or that is similar to a rendered
one. It does not try a change on a page that was rolled back on two pages of the same kind. It makes nothing twice,
neither for two pages nor in two runs, and for \`check\` it makes only what a limit needs.

\`npm run bench -- time\` writes the table below, with default flags. *Cold*: an empty cache. *Again*: the same site a
second time. *Check*: \`pagethrift check\` with an empty cache. The figures are wall time and, in brackets, CPU time of
all processes, including the browser. On a machine with other load, only CPU time is meaningful. *Loads* are all page
loads of the cold build, and *Chromium* is the browser’s part of its CPU time. jampack compresses nothing in advance, so
the time of \`gzip -9\`, \`brotli -q 11\` and \`zstd -19\` for its result is added to its own; *times* is the CPU time
of a cold build divided by that of both.

*Before* is the code of \`1c1aacc\`, with Chromium 147. It loaded pages at \`/index.html\` and no routes, and compared
what pages look like, but not what they load and how they behave. A name that ends in a number is a site whose pages
were copied, with other titles, until it had this number of pages. Rows with an asterisk are of an earlier version.
While hugo-aspec and mkdocs-langevin were measured *before*, and eleventy-photographs, mkdocs-maths and javadoc on both
sides, other work ran, so only their CPU time counts. The rows of astro-photographs, eleventy-photographs, clean-blog,
mkdocs-maths, vitepress, docusaurus, starlight and javadoc were measured on one day. Those of the other sites are older,
and their machine was half as fast.

Pages with very many elements take long: a cold build of 50 pages with 4,914 formulas in the markup of KaTeX (32 MB)
took 685 s and 760 s of Chromium’s CPU time. Twelve of these pages are the row mkdocs-maths.


`;

/** @param {Results} results */
export function renderSpeed(results) {
  const sites = Object.entries(results).sort(([, a], [, b]) => a.pages - b.pages);
  const rows = sites.map(([name, { pages, before, after, peer }]) => [
    name,
    String(pages),
    tell(before?.cold),
    tell(after?.cold),
    after?.cold.loads ? String(after.cold.loads) : NOT,
    after?.cold.browserSeconds ? `${after.cold.browserSeconds} s` : NOT,
    tell(peer?.pack),
    tell(peer?.compress),
    peer && after ? (after.cold.cpuSeconds / (peer.pack.cpuSeconds + peer.compress.cpuSeconds)).toFixed(1) : NOT,
    memory(after?.cold),
    tell(after?.again),
    tell(after?.check),
  ]);
  const head = ['site', 'pages', 'cold, before', 'cold', 'loads', 'Chromium', 'jampack', 'compression', 'times'];
  head.push('memory', 'again', 'check');
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
