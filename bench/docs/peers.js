const MARKS = /(<!-- PEERS -->\n)[\s\S]*?(<!-- \/PEERS -->)/;

/**
 * The README with the short form of docs/peers.md in its place.
 * @param {string} readme
 * @param {string} peers
 */
export function fillReadme(readme, peers) {
  return readme.replace(MARKS, (_, start, end) => `${start}${summarizePeers(peers)}${end}`);
}

/**
 * Requests, gzipped bytes and pages that look different: one row a tool, one column a site.
 * @param {string} peers the text of docs/peers.md
 */
function summarizePeers(peers) {
  const sites = peers
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      name: section.split('\n')[0],
      rows: section
        .split('\n')
        .filter((line) => line.startsWith('|'))
        .slice(2)
        .map((line) =>
          line
            .split('|')
            .slice(1, -1)
            .map((cell) => cell.trim()),
        ),
    }));
  const tools = sites[0].rows.map(([tool, safety], index) => [
    tool,
    safety,
    ...sites.map(({ rows }) => cellOf(rows[index])),
  ]);
  const head = ['requests, gzipped kB', 'may lose', ...sites.map(({ name }) => name)];
  return [head, head.map((_, column) => (column < 2 ? '---' : '--:')), ...tools]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
}

/** @param {readonly string[]} row */
function cellOf([, , requests, , gzip, , , , , , different]) {
  const shows = /^[1-9]/.test(different) ? `; ${different} differ` : '';
  return `${requests}, ${Math.round(Number(gzip) / 1000)}${shows}`;
}
