/**
 * The counts of one site: sums of requests and bytes over its addresses, with uncompressed text.
 * @typedef {{ addresses: number, routes: number, before: number[], after: number[], unsteady?: number, unequal: number,
 *   heavier: number, differ: number }} Row `unsteady`: addresses that loaded other files the second time, unknown in
 *   older rows
 */

const [START, END] = ['<!-- observed: start -->', '<!-- observed: end -->'];
const HEAD = [
  ...['site', 'addresses (routes without a file)', 'requests, kB at them', 'unsteady', 'report unequal', 'heavier'],
  'show or behave differently',
];

/**
 * Inserts the table of sites into a page, at its end if there is none.
 * @param {string} page @param {Readonly<Record<string, Row>>} rows
 */
export function fillObserved(page, rows) {
  const known = page.indexOf(START);
  const head = known < 0 ? page.trimEnd() : page.slice(0, known).trimEnd();
  return `${head}\n\n${renderObserved(rows)}\n`;
}

/** @param {Row} row */
function listCounts({ addresses, unsteady = 0, unequal, heavier, differ }) {
  return [unequal, heavier, differ].map((count) => `${count} of ${addresses - unsteady}`);
}

/** @param {Readonly<Record<string, Row>>} rows */
function renderObserved(rows) {
  const amount = (/** @type {number[]} */ [requests, bytes]) => `${requests}, ${(bytes / 1000).toFixed(1)}`;
  const cells = Object.entries(rows).map(([name, row]) => [
    ...[name, `${row.addresses} (${row.routes})`, `${amount(row.before)} → ${amount(row.after)}`],
    ...[row.unsteady ?? '', ...listCounts(row)],
  ]);
  const lines = [HEAD, HEAD.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`);
  return `${START}

## Routers and hydration

Written by \`npm run bench -- observed --write\`. Each site is built, and Chromium visits its addresses on a static
host that shares no code with pagethrift, before and after, each twice. *Unsteady*: addresses that load other files the
second time, for example because links in view are prefetched; they are left out. *Report unequal*: addresses at which
the report's requests or bytes are not those that Chromium made, or the icon for a tab, which Chromium without a window
does not request. *Heavier*: addresses that load more than before.

${lines.join('\n')}

${END}`;
}
