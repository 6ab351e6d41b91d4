/**
 * @typedef {object} Row
 * @property {string} tool
 * @property {string} safety
 * @property {number} requests
 * @property {{ identity: number, gzip: number, br: number, zstd: number }} bytes
 * @property {number} packets
 * @property {number} seconds
 * @property {number | null} took seconds of work; null if the time is not meaningful
 * @property {readonly string[] | null} different
 */

const HEAD = [
  'tool',
  'may lose',
  'requests',
  'bytes',
  'gzip',
  'brotli',
  'zstd',
  'packets',
  'seconds a page',
  'took',
  'pages that look different',
];

/**
 * Renders the results of one site as a Markdown table, with the day of the measurement.
 * @param {{ name: string, pages: number, isPart: boolean, looked: number, rows: readonly Row[] }} site
 * @param {string} date
 */
export function renderSite({ name, pages, isPart, looked, rows }, date) {
  const lines = rows.map(({ tool, safety, requests, bytes, packets, seconds, took, different }) => [
    tool,
    safety || '–',
    requests,
    bytes.identity,
    bytes.gzip,
    bytes.br,
    bytes.zstd,
    packets,
    seconds.toFixed(2),
    took === null ? '–' : `${took.toFixed(1)} s`,
    different ? `${different.length} of ${looked}` : '–',
  ]);
  const align = HEAD.map((_, column) => (column < 2 ? '---' : '--:'));
  const table = [HEAD, align, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const taken = isPart ? ', spread evenly over the site, with the files that they fetch' : '';
  return `## ${name}\n\n${pages} ${pages === 1 ? 'page' : 'pages'}${taken}. Measured on ${date}.\n\n${table}\n`;
}

/** @typedef {{ version: string, node: string, threads: number }} Run */

/**
 * Renders the whole docs page.
 * @param {Run} run
 * @param {readonly string[]} sections sections of the sites, from `renderSite`
 */
export function renderPeers(run, sections) {
  return `${renderHead(run)}${sections.join('\n')}`;
}

/**
 * Returns the sections of a former page by site, or none if it was measured with other versions.
 * @param {string} page
 * @param {Run} run
 * @returns {Map<string, string>}
 */
export function keepSections(page, run) {
  const head = renderHead(run);
  if (!page.startsWith(head)) return new Map();
  const sections = page.slice(head.length).split(/(?<=\n)\n(?=## )/);
  return new Map(sections.map((section) => [section.slice(3, section.indexOf('\n')), section]));
}

/** @param {Run} run */
function renderHead({ version, node, threads }) {
  return (
    `# Comparison with other tools

<!-- Written by “npm run bench -- peers FOLDER …”; change bench/peers.js, not this file. -->

Measured with pagethrift ${version}, Node ${node} and ${threads} threads, every tool on the same copy of ` +
    `the same sites.

- **requests**, **bytes**: the transfers of a visitor to every page, each file once. *bytes* are without ` +
    `compression.
  *gzip*, *brotli* and *zstd* are those of a server that supports only this encoding. Compressed files of a ` +
    `tool count if they exist.
  Otherwise the server compresses text on the fly.
- **packets**: the sum for a first visit to each page with an empty cache; **seconds a page**: the mean. Both ` +
    `come from the network model,
  for the link \`4g\` with HTTP/2 and a server that compresses with gzip on the fly, the same for every tool.
- **took**: wall time of the whole run without a cache, on a machine with other load, so only an ` +
    `approximation. A dash
  means that results were cached from a former run, or that the load was too high.
- **pages that look different**: pages rendered before and after at 800 and 360 CSS pixels. Changed images
  are compared by similarity, and everything else, including the backgrounds of whole pages, by pixel. Pages ` +
    `are spread evenly over the site.
- **may lose**: \`safe\` nothing, \`visual\` invisible differences, \`lossy\` image quality. Tools that ` +
    `reduce the quality of
  photographs compare with pagethrift at \`lossy\`, and others with \`safe\`.

Every tool was configured as in its manual, without tuning: [bench/peers/tools.js](../bench/peers/tools.js) ` +
    `contains the options.

`
  );
}
