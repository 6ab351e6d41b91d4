/** @import { SitePath } from '../site/types.ts' */
/** @import { FullReport, ImagePair } from './types.ts' */

import { describeEmissions } from './emissions.js';
import { escapeHtml, writeEmbeddedJson } from './escape.js';
import * as format from './format.js';
import { formatCount } from './format.js';
import * as changes from './html/client/changes.js';
import * as dom from './html/client/dom.js';
import * as images from './html/client/images.js';
import * as loading from './html/client/loading.js';
import * as start from './html/client/start.js';
import * as treemap from './html/client/treemap.js';
import { shapeData } from './html/data.js';
import {
  writeGate,
  writeHeader,
  writeRules,
  writeSteps,
  writeSummary,
  writeVisits,
  writeWarnings,
} from './html/sections.js';
import { style } from './html/style.js';
import { writeAccessibility } from './html/write-accessibility.js';
import { listImageCounts } from './image-counts.js';
import { summariseReport } from './summary.js';

/** A policy without any requests, for any content of a report. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

/** The script of the report: modules that contain only functions, so that their source can be included. */
const script = [format, dom, changes, loading, treemap, images, start]
  .flatMap((module) => Object.values(module))
  .map(String)
  .join('\n');

/**
 * Writes a report as one HTML file without requests.
 * @param {FullReport} report
 * @param {{ images?: ReadonlyMap<SitePath, ImagePair> }} [options] images before and after, as data URIs
 */
export function renderHtml(report, { images: pairs = new Map() } = {}) {
  const summary = summariseReport(report);
  const data = shapeData(report, pairs);
  const sections = [
    section('summary', 'Summary', summaryLead, writeSummary(summary)),
    ...(report.visits ? [section('visits', 'Visits', visitsLead, writeVisits(report.visits))] : []),
    section('rules', 'By rule', '', `${writeRules(summary, report.pages.length)}${writeSteps(report)}`),
    data.changes.length > 0 && section('changes', 'Changes', changesLead, writeChangesBody(data.isDone)),
    data.pages.length > 0 && section('loading', 'Loading', loadingLead, loadingBody),
    data.images.length > 0 && section('images', 'Images', imagesLead, '<ul id="images-list"></ul>'),
    data.files.length > 0 && section('files', 'Files', filesLead, filesBody),
    data.pages.length > 0 && section('pages', 'Pages', '', '<div id="pages-table"></div>'),
    report.accessibility !== undefined &&
      listImageCounts(report.accessibility).length > 0 &&
      section('accessibility', 'Accessibility', accessibilityLead, writeAccessibility(report.accessibility)),
    report.warnings.length > 0 &&
      section('warnings', formatCount(report.warnings.length, 'warning'), '', writeWarnings(report.warnings)),
  ].filter((each) => each !== false);
  const links = sections.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join('');
  return (
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="icon" href="data:,">
<title>${escapeHtml(`${report.input.name} – pagethrift ${report.command}`)}</title>
<style>${style}</style>
</head>
<body>
${writeHeader(report)}
<nav aria-label="Sections"><ul>${links}</ul></nav>
<main>
${writeGate(report)}
${sections.map(({ html }) => html).join('\n')}
</main>
<footer>Written by pagethrift ${escapeHtml(report.tool.version)}. Times and packets are estimates of its ` +
    `network model. ${escapeHtml(describeEmissions(report) ?? '')}</footer>
<noscript><p class="note">Charts and longer tables need JavaScript.</p></noscript>
<script type="application/json" id="data">${writeEmbeddedJson(data)}</script>
<script>
${script}
startReport();
</script>
</body>
</html>
`
  );
}

const summaryLead =
  'Requests and bytes of a visitor who opens every page once. Packets and time of one page, for a visitor with an ' +
  'empty cache.';
const visitsLead =
  'Bytes sent to a visitor of several pages, and to one who returns. Times are estimates of the network model.';

const changesLead =
  'The saving of each change with all others applied. Packets and time are those of one page. Sort by a column, or ' +
  'search for a file, a rule or a word.';
/** @param {boolean} isDone */
function writeChangesBody(isDone) {
  return (
    `<div class="controls">
<label class="grow">Search<input type="search" id="changes-search"></label>
<label>Rule<select id="changes-rule"></select></label>
<label>Status<select id="changes-status"><option value="">every status</option><option value="applied">` +
    `${isDone ? 'done' : 'possible'}</option><option value="advised">advised</option><option ` +
    `value="rejected">not done</option></select></label>
</div>
<div id="changes-table"></div>`
  );
}

const loadingLead = 'The load of one page by the network model. Pale: waiting for a response. Solid: receiving bytes.';
const loadingBody = `<div class="controls">
<label>Page<select id="loading-page"></select></label>
<label>Connection<select id="loading-conditions"></select></label>
</div>
<div class="two"><div id="loading-packets"></div><div id="loading-times"></div></div>
<div id="loading-waterfall"></div>`;

const accessibilityLead =
  'Images that screen readers, search engines and translation cannot read (WCAG 1.1.1 and 1.4.5).';
const imagesLead = 'Move the slider to see each image before (left of the edge) and after (right of it).';

const filesLead = 'The area is the size of each file before any change. Texts are sent compressed, in fewer bytes.';
const filesBody = `<p id="treemap-said" class="said">Point at a tile, or move with the arrow keys.</p>
<div id="treemap"></div>
<details><summary>All files as a table</summary><div id="files-table"></div></details>`;

/** @param {string} id @param {string} title @param {string} lead @param {string} body */
function section(id, title, lead, body) {
  const intro = lead ? `<p class="lead">${lead}</p>` : '';
  return {
    id,
    title,
    html:
      `<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${intro}${body}` +
      `</section>`,
  };
}
