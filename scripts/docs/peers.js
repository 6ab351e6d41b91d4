const MARKS = /(<!-- PEERS -->\n)[\s\S]*?(<!-- \/PEERS -->)/;

/**
 * Fills the short form of docs/peers.md into a page.
 * @param {string} page
 * @param {string} peers
 */
export function fillPeers(page, peers) {
  return page.replace(MARKS, (_, start, end) => `${start}${summarizePeers(peers)}${end}`);
}

/**
 * Summarises requests, gzipped bytes and pages with differences: one row per site, one column per tool.
 * @param {string} peers the text of docs/peers.md
 */
function summarizePeers(peers) {
  const sites = peers
    .split(/^## /m)
    .slice(1)
    .map((section) => ({ name: section.split('\n')[0], rows: readRows(section) }));
  const tools = sites[0].rows.map(([tool, safety]) => (/^[a-z]+$/.test(safety) ? `${tool}, ${safety}` : tool));
  const head = ['requests, gzipped kB', ...tools];
  return [head, head.map((_, column) => (column < 1 ? '---' : '--:')), ...sites.map(rowOf)]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
}

/** @param {string} section */
function readRows(section) {
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** @param {{ name: string, rows: readonly (readonly string[])[] }} site */
function rowOf({ name, rows }) {
  return [name, ...rows.map(cellOf)];
}

/** @param {readonly string[]} row */
function cellOf([, , requests, , gzip, , , , , , different]) {
  const shows = /^[1-9]/.test(different) ? `; ${different} differ` : '';
  return `${requests}, ${Math.round(Number(gzip) / 1000)}${shows}`;
}
