/** Renders a report for a terminal, a browser, a pull request or another program: strings from `report.json` alone. */

export { renderBrief } from './brief.js';
export { renderCodeQuality } from './code-quality.js';
export { writeJson } from './escape.js';
export { renderGithub } from './github.js';
export { renderHtml } from './html.js';
export { renderJunit } from './junit.js';
export { renderMarkdown } from './markdown.js';
export { renderSarif } from './sarif.js';
export { renderText } from './text.js';
