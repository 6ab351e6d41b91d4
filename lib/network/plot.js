/** Plots predicted against published values, for `validate --plot`. */

/** @import { Row } from './validate.js' */

/** Width and height of a panel, in pixels of the plot. */
const PANEL = 420;
/** Margin around each panel, in pixels of the plot. */
const MARGIN = 56;
/** Height of the legend, in pixels of the plot. */
const LEGEND = 92;
const COLOURS = ['#0b6e99', '#c1521b', '#3b7d3a', '#8a3fa0', '#9a7b00', '#555555'];

/** @type {readonly { quantity: string, title: string }[]} */
const panels = [
  { quantity: 'packets', title: 'packets' },
  { quantity: 'seconds', title: 'seconds' },
];

/** @param {string} text */
const escapeText = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

/** @param {number} value */
const place = (value) => Number(value.toFixed(1));

/** @param {number} value */
function nameValue(value) {
  if (value >= 1e6) return `${value / 1e6} M`;
  return value >= 1000 ? `${value / 1000} k` : String(Number(value.toPrecision(1)));
}

/**
 * Creates a logarithmic scale from whole decades to pixels.
 * @param {readonly number[]} values
 */
function createScale(values) {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  return {
    at: (/** @type {number} */ value) => ((Math.log10(value) - low) / (high - low)) * PANEL,
    ticks: Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index)),
  };
}

/**
 * @param {readonly Row[]} rows @param {string} title @param {number} left
 * @param {(paper: string) => string} colourOf
 */
function drawPanel(rows, title, left, colourOf) {
  const scale = createScale(rows.flatMap(({ published, predicted }) => [published, predicted]));
  const x = (/** @type {number} */ value) => place(left + scale.at(value));
  const y = (/** @type {number} */ value) => place(MARGIN + PANEL - scale.at(value));
  const grid = scale.ticks.flatMap((tick) => [
    `<path class="grid" d="M${x(tick)} ${MARGIN}v${PANEL}M${left} ${y(tick)}h${PANEL}"/>`,
    `<text x="${x(tick)}" y="${MARGIN + PANEL + 18}" text-anchor="middle">${nameValue(tick)}</text>`,
    `<text x="${left - 8}" y="${y(tick) + 4}" text-anchor="end">${nameValue(tick)}</text>`,
  ]);
  const shift = place(Math.abs(scale.at(1.1) - scale.at(1)));
  const corner = `M${left} ${MARGIN + PANEL}`;
  const band =
    `<path class="band" d="${corner}v${-shift}L${left + PANEL - shift} ${MARGIN}h${shift}v${shift}L` +
    `${left + shift} ${MARGIN + PANEL}z"/>`;
  const equal = `<path class="equal" d="${corner}L${left + PANEL} ${MARGIN}"/>`;
  const points = rows.map(({ paper, table, row, published, predicted, status }) => {
    const colour = colourOf(paper);
    const filled =
      status === 'informational' ? `fill="none" stroke="${colour}"` : `fill="${colour}" fill-opacity=".75"`;
    const rounded = Number(predicted.toPrecision(4));
    const said = `${paper}, table ${table}, ${row}: published ${published}, predicted ${rounded}`;
    return (
      `<circle cx="${x(published)}" cy="${y(predicted)}" r="4" ${filled}><title>${escapeText(said)}</title>` +
      `</circle>`
    );
  });
  const heading = `<text x="${left + PANEL / 2}" y="${MARGIN - 16}" text-anchor="middle" class="title">${title}</text>`;
  const under = `<text x="${left + PANEL / 2}" y="${MARGIN + PANEL + 38}" text-anchor="middle">published</text>`;
  const beside =
    `<text transform="translate(${left - 44} ${MARGIN + PANEL / 2}) rotate(-90)" ` +
    `text-anchor="middle">predicted</text>`;
  return [band, ...grid, equal, ...points, heading, under, beside].join('');
}

/**
 * Plots validation rows as an SVG: packets and seconds on logarithmic axes with a band of 10 % around equality. Rows
 * that are only informational are hollow.
 * @param {readonly Row[]} rows
 * @returns {string}
 */
export function plotRows(rows) {
  const names = [...new Set(rows.map(({ paper }) => paper))];
  const colourOf = (/** @type {string} */ paper) => COLOURS[names.indexOf(paper) % COLOURS.length];
  const drawn = panels
    .map(({ quantity, title }) => ({
      title,
      rows: rows.filter((row) => row.quantity === quantity && row.published > 0 && row.predicted > 0),
    }))
    .filter((panel) => panel.rows.length > 0);
  const width = Math.max(1, drawn.length) * (PANEL + 2 * MARGIN);
  const height = PANEL + 2 * MARGIN + LEGEND;
  const body = drawn.map((panel, index) => {
    return drawPanel(panel.rows, panel.title, MARGIN + 16 + index * (PANEL + 2 * MARGIN), colourOf);
  });
  const legend = names.map((name, index) => {
    const top = PANEL + 2 * MARGIN + 14 + 18 * (index % 3);
    const left = MARGIN + 16 + 170 * Math.floor(index / 3);
    return (
      `<circle cx="${left + 5}" cy="${top - 4}" r="4" fill="${colourOf(name)}"/><text x="${left + 16}" y="${top}` +
      `">${escapeText(name)}</text>`
    );
  });
  const [noteX, noteY] = [MARGIN + 390, PANEL + 2 * MARGIN + 14];
  const note = `<text x="${noteX}" y="${noteY}">hollow: informational; shaded: within 10 %</text>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}` +
    `" font-family="sans-serif" font-size="12"><style>.grid{stroke:#e6e6e6;fill:none}.equal{stroke:#888}.band{` +
    `fill:#cfe3ee}.title{font-size:15px;font-weight:bold}</style><rect width="${width}" height="${height}" ` +
    `fill="#fff"/>${body.join('')}${legend.join('')}${note}</svg>\n`
  );
}
