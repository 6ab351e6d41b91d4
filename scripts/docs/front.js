/** @typedef {{ name: string, pages: number, before: Record<string, number>, after: Record<string, number>, different:
 *   [number, number] }} Measured */

const NUMBER = /(<!-- NUMBER -->\n)[\s\S]*?(<!-- \/NUMBER -->)/;
const SAVINGS = /(<!-- SAVINGS -->\n)[\s\S]*?(<!-- \/SAVINGS -->)/;

/** The effect of a build on each part of a page, in the columns of docs/today.md. */
const WORK = Object.freeze([
  { columns: ['font'], what: 'Fonts are reduced to the characters that the site uses' },
  {
    columns: ['css'],
    what: 'Style sheets lose unused rules, are minified, and gain fallback fonts that keep the layout stable',
  },
  { columns: ['script'], what: 'Scripts are minified' },
  {
    columns: ['image', 'svg'],
    what: 'Images are recompressed and sent in the sizes that are used, without a visible difference',
  },
  { columns: ['html'], what: 'HTML is minified, and parses to the same tree' },
  { columns: ['requests'], what: 'Unnecessary requests are removed' },
]);

/**
 * Reads the measurements of docs/today.md: the transfers of Chromium for each site, and the number of pages that render
 * differently.
 * @param {string} today @returns {Measured[]}
 */
export function readToday(today) {
  return today
    .split(/^## /m)
    .slice(1)
    .filter((section) => section.includes('\n| pagethrift |'))
    .map((section) => {
      const [head, , ...rows] = section
        .split('\n')
        .filter((line) => line.startsWith('|'))
        .map(cellsOf);
      const rowOf = (/** @type {string} */ tool) => rows.find(([name]) => name === tool) ?? [];
      const numbers = (/** @type {string[]} */ row) =>
        Object.fromEntries(head.slice(1, -1).map((column, at) => [column, Number(row[at + 1])]));
      const [different, looked] = (rowOf('pagethrift').at(-1) ?? '').split(' of ').map(Number);
      const counted = /^(\d+) of \d+ pages/m.exec(section)?.[1];
      return {
        name: section.split('\n')[0],
        pages: Number(counted),
        before: numbers(rowOf('untouched')),
        after: numbers(rowOf('pagethrift')),
        different: [different, looked],
      };
    });
}

/** Inserts the measurements into the README. @param {string} readme @param {readonly Measured[]} sites */
export function fillFront(readme, sites) {
  return readme
    .replace(NUMBER, (_, start, end) => `${start}${describeNumber(sites)}\n${end}`)
    .replace(SAVINGS, (_, start, end) => `${start}${tableOfWork(sites)}${end}`);
}

/** @param {readonly Measured[]} sites */
function describeNumber(sites) {
  const looked = sites.reduce((total, { different }) => total + different[1], 0);
  const different = sites.reduce((total, { different: [count] }) => total + count, 0);
  const shares = sites.map((site) => site.after.bytes / site.before.bytes);
  const mean = Math.exp(shares.reduce((total, share) => total + Math.log(share), 0) / shares.length);
  const [best, worst] = [Math.min(...shares), Math.max(...shares)];
  const [before, after] = [sum(sites, 'before', ['bytes']), sum(sites, 'after', ['bytes'])];
  return [
    `**${percent(1 - mean)} fewer bytes**, and ${different} of ${looked} rendered pages look different: the geometric mean of`,
    `${sites.length} sites by current generators, default settings, bytes as Chromium fetches them with Brotli. The sites save`,
    `${percent(1 - worst)} to ${percent(1 - best)}, and together ${kilobytes(before)} → ${kilobytes(after)}. [Every site](docs/today.md).`,
  ].join('\n');
}

/** @param {readonly Measured[]} sites */
function tableOfWork(sites) {
  const rows = WORK.map(({ columns, what }) => {
    const [before, after] = [sum(sites, 'before', columns), sum(sites, 'after', columns)];
    const value = columns[0] === 'requests' ? String : kilobytes;
    return `| ${what} | ${value(before)} → ${value(after)} | ${change(before, after)} |\n`;
  });
  return `| change | on these ${sites.length} sites | |\n| --- | --: | --: |\n${rows.join('')}`;
}

/** Draws bars of each site before and after, with the largest saving first. @param {readonly Measured[]} sites */
export function drawSavings(sites) {
  const rows = [...sites].sort((a, b) => b.before.bytes - b.after.bytes - (a.before.bytes - a.after.bytes));
  const [left, wide, step, top] = [340, 390, 26, 44];
  const most = Math.max(...rows.map(({ before }) => before.bytes));
  const bars = rows.map(({ name, before, after }, at) => {
    const y = top + at * step;
    const width = (/** @type {number} */ bytes) => Math.round((bytes / most) * wide * 10) / 10;
    const said = `${kilobytes(before.bytes)} → ${kilobytes(after.bytes)}`;
    return [
      `<text class="t" x="${left - 12}" y="${y + 14}" text-anchor="end">${escapeText(shorten(name))}</text>`,
      `<rect class="b" x="${left}" y="${y + 3}" width="${width(before.bytes)}" height="15" rx="2"/>`,
      `<rect class="a" x="${left}" y="${y + 3}" width="${width(after.bytes)}" height="15" rx="2"/>`,
      `<text class="t n" x="${left + wide + 12}" y="${y + 14}">${said}</text>`,
    ].join('\n');
  });
  const height = top + rows.length * step + 12;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 ${height}" role="img" aria-labelledby="t">
<title id="t">Bytes of ${rows.length} sites before and after a build</title>
<style>
.p{fill:#fff}.t{font:13px system-ui,sans-serif;fill:#1f2933}.n{font-variant-numeric:tabular-nums}.b{fill:#c9d3dd}.a{fill:#0b6e4f}
@media (prefers-color-scheme:dark){.p{fill:#0d1117}.t{fill:#e6edf3}.b{fill:#3d4754}.a{fill:#3fb68b}}
</style>
<rect class="p" width="900" height="${height}" rx="6"/>
<rect class="b" x="${left}" y="16" width="14" height="14" rx="2"/><text class="t" x="${left + 22}" y="28">as built</text>
<rect class="a" x="${left + 110}" y="16" width="14" height="14" rx="2"/><text class="t" x="${left + 132}" y="28">after pagethrift</text>
${bars.join('\n')}
</svg>
`;
}

/** @param {readonly Measured[]} sites @param {'before' | 'after'} side @param {readonly string[]} columns */
function sum(sites, side, columns) {
  return sites.reduce((total, site) => total + columns.reduce((part, column) => part + site[side][column], 0), 0);
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(2)} MB` : `${Math.round(bytes / 1000)} kB`;
}

/** @param {number} before @param {number} after */
function change(before, after) {
  const share = Math.abs(1 - after / before);
  if (share < 0.0005) return 'no change';
  return `${after < before ? '−' : '+'}${share < 0.1 ? (share * 100).toFixed(1) : Math.round(share * 100)} %`;
}

/** @param {number} share */
function percent(share) {
  return `${Math.round(share * 100)} %`;
}

/** Returns the generator of a site, without the purpose of the site. @param {string} name */
function shorten(name) {
  return name.replace(/, (?:the site|its own|which).*/, '');
}

/** @param {string} text */
function escapeText(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** @param {string} line */
function cellsOf(line) {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
