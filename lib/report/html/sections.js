/** @import { Report } from '../types.ts' */
/** @import { Warning } from '../../site/types.ts' */
/** @import { Summary, FullReport } from '../types.ts' */

import { tabulateComparison } from '../comparison.js';
import { escapeHtml } from '../escape.js';
import {
  formatBytes,
  formatChange,
  formatCount,
  formatMs,
  formatNumber,
  formatSaving,
  formatTimeSaving,
  sayNoChange,
} from '../format.js';
import { addressOfRule } from '../places.js';
import { listSteps } from '../steps.js';
import { listKinds } from '../summary.js';
import { describePassed } from '../text-gate.js';
import { tabulateVisits } from '../visits.js';
import { groupWarnings, placeOfWarning } from '../warnings.js';
import { nameConditions } from './data.js';

/** Warnings that are shown at first. The others are in a closed section. */
const openWarnings = 10;
/** Max warnings. A browser can lay out this many quickly. */
const maxWarnings = 500;
/** Max failures. See `maxWarnings`. */
const maxFailures = 200;
/** Max steps that fit next to each other on a screen. */
const MAX_STEPS = 12;

/** Writes the header of the report: the input and the conditions. @param {Report} report */
export function writeHeader(report) {
  const { command, input, conditions, pages } = report;
  return (
    `<header>
<p class="kicker">pagethrift ${escapeHtml(command)}</p>
<h1>${escapeHtml(input.name)}</h1>
<p class="conditions">${formatCount(pages.length, 'page')} · ${escapeHtml(nameConditions(conditions))} · ` +
    `safety ${conditions.safety}</p>
<button type="button" id="theme">Theme: system</button>
</header>`
  );
}

/** Writes the four main figures before and after, and the bytes by kind. @param {Summary} summary */
export function writeSummary({ before, after, cost }) {
  const cards = [
    writeCard('Requests', before.requests, after.requests, formatNumber),
    writeCard('Bytes', before.bytes, after.bytes, formatBytes),
  ];
  if (cost.pages > 0) {
    cards.push(
      writeCard('Packets a page', cost.before.packets / cost.pages, cost.after.packets / cost.pages, formatNumber),
    );
    const [from, to] = [cost.before.ms / cost.pages, cost.after.ms / cost.pages];
    cards.push(writeCard('Time a page', from, to, formatMs, cost.isWithinError ? sayNoChange() : null));
  }
  const largest = Math.max(before.bytes, after.bytes, 1);
  return `<div class="cards">${cards.join('')}</div>
<h3>Bytes by kind</h3>
<div class="kinds">${writeKinds('before', before, largest)}${writeKinds('after', after, largest)}</div>
<ul class="legend">${listKinds(before)
    .map(({ kind }) => `<li><span class="swatch back-${kind}"></span>${kind}</li>`)
    .join('')}</ul>`;
}

/** Writes the cost of visits of several pages. @param {import('../types.ts').Visits} visits */
export function writeVisits(visits) {
  const { heads, rows } = tabulateVisits(visits);
  const cells = (/** @type {readonly string[]} */ row, /** @type {string} */ tag) =>
    row.map((text, index) => `<${tag}${index > 0 ? ' class="end"' : ''}>${text}</${tag}>`).join('');
  const lines = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('');
  return (
    `<div class="scroll" role="region" aria-label="Visits" tabindex="0"><table><caption>Visits of several pages` +
    `</caption><thead><tr>${cells(heads, 'th')}</tr></thead><tbody>${lines}</tbody></table></div>`
  );
}

/**
 * Writes one figure before and after.
 * @param {string} name @param {number} from @param {number} to @param {(value: number) => string} format
 * @param {string | null} [said] text for the difference, if it is not a percentage
 */
function writeCard(name, from, to, format, said = null) {
  const share = Math.min(100, (100 * to) / Math.max(from, to, 1e-9)).toFixed(2);
  const tone = said !== null || to === from ? 'same' : to < from ? 'good' : 'bad';
  return `<div class="card"><h3>${name}</h3><p class="big">${format(to)}</p>
<p class="from">from ${format(from)} <span class="pill ${tone}">${said ?? formatChange(from, to)}</span></p>
<div class="meter" aria-hidden="true"><span style="width:${share}%"></span></div></div>`;
}

/** @param {string} side @param {import('../types.ts').Totals} totals @param {number} largest */
function writeKinds(side, totals, largest) {
  const kinds = listKinds(totals).filter(({ bytes }) => bytes > 0);
  const said = kinds.map(({ kind, bytes }) => `${kind} ${formatBytes(bytes)}`).join(', ');
  const parts = kinds.map(
    ({ kind, bytes }) =>
      `<span class="back-${kind}" style="width:${((100 * bytes) / largest).toFixed(2)}%" title="${kind}: ` +
      `${formatBytes(bytes)}"></span>`,
  );
  return (
    `<p class="side">${side}</p><div class="stack" role="img" aria-label="Bytes ${side}: ${said || 'none'}">` +
    `${parts.join('')}</div><p class="sum">${formatBytes(totals.bytes)}</p>`
  );
}

/** Writes the result of the gate. @param {FullReport} report */
export function writeGate({ gate }) {
  if (!gate) return '';
  const compared = gate.comparison ? writeComparison(gate.comparison) : '';
  if (gate.passed) {
    const isIdle = gate.against.length === 0;
    const title = isIdle ? 'The gate checked nothing' : `The gate passed: ${describePassed(gate)}`;
    return `<section id="gate" class="gate passed"><h2>${title}</h2>${compared}</section>`;
  }
  const items = gate.failures
    .slice(0, maxFailures)
    .map(
      ({ message, fix }) =>
        `<li>${escapeHtml(message)}${fix ? `<br><span class="note">${escapeHtml(fix)}</span>` : ''}</li>`,
    );
  const left = gate.failures.length - items.length;
  return (
    `<section id="gate" class="gate failed"><h2>The gate failed: ${formatCount(gate.failures.length, 'fault')}` +
    `</h2><ul>${items.join('')}</ul>` +
    `${left > 0 ? `<p class="note">… and ${formatCount(left, 'more fault')}.</p>` : ''}${compared}</section>`
  );
}

/** Writes pages next to their baseline and their limit. @param {import('../types.ts').Comparison} comparison */
function writeComparison(comparison) {
  const { heads, rows, notes } = tabulateComparison(comparison);
  const cell = (/** @type {string} */ text, /** @type {number} */ index) =>
    index === 0 ? `<th scope="row">${escapeHtml(text)}</th>` : `<td class="end">${escapeHtml(text)}</td>`;
  const lines = rows.map(({ cells, isOver }) => `<tr${isOver ? ' class="over"' : ''}>${cells.map(cell).join('')}</tr>`);
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('');
  const table =
    `<div class="scroll" role="region" aria-label="Against the baseline" tabindex="0"><table><caption>Against the ` +
    `baseline (allowed: ${comparison.tolerance}; no request more)</caption><thead><tr>${head}</tr></thead>` +
    `<tbody>${lines.join('')}</tbody></table></div>`;
  const said = notes.length > 0 ? `<p class="note">${escapeHtml(notes.join('; '))}.</p>` : '';
  return `${lines.length > 0 ? table : ''}${said}`;
}

/** Writes the table by rule. @param {Summary} summary @param {number} pages */
export function writeRules({ rules, advice, shared, total, isDone }, pages) {
  if (rules.length + advice.length === 0) return '<p class="note">No rule found anything.</p>';
  const rows = [...rules, ...advice].map(
    ({ rule, applied, advised, rejected, saves }) =>
      `<tr><th scope="row"><a href="${addressOfRule(rule)}" rel="noreferrer">${escapeHtml(rule)}</a></th>${[
        applied,
        advised,
        rejected,
      ]
        .map(
          (count, index) =>
            `<td class="end${index > 0 ? ' wide' : ''}">${count === 0 ? '–' : formatNumber(count)}</td>`,
        )
        .join('')}<td class="end">${formatSaving(saves.requests, formatNumber)}</td><td class="end">` +
      `${formatSaving(saves.bytes, formatBytes)}</td><td class="end wide">` +
      `${formatSaving(saves.packets / Math.max(1, pages), formatNumber)}</td><td class="end wide">` +
      `${formatTimeSaving(saves, pages)}</td></tr>`,
  );
  const sum = (/** @type {string} */ name, /** @type {import('../types.ts').Saves} */ saves) =>
    `<tr class="sum"><th scope="row">${name}</th><td></td><td class="wide"></td><td class="wide"></td>` +
    `<td class="end">${formatSaving(saves.requests, formatNumber)}</td><td class="end">` +
    `${formatSaving(saves.bytes, formatBytes)}</td><td class="end wide">` +
    `${formatSaving(saves.packets / Math.max(1, pages), formatNumber)}</td><td class="end wide">` +
    `${formatTimeSaving(saves, pages)}</td></tr>`;
  const sums = rules.length > 0 ? [sum('Shared by rules', shared), sum('Total', total)] : [];
  const heading =
    advice.length > 0 ? ['<tr><th scope="row" colspan="8">Advised only, not counted above</th></tr>'] : [];
  rows.splice(rules.length, 0, ...sums, ...heading);
  return (
    `<div class="scroll" role="region" aria-label="Savings by rule" tabindex="0"><table><caption>Savings by ` +
    `rule</caption><thead><tr><th scope="col">Rule</th><th scope="col" class="end">` +
    `${isDone ? 'Done' : 'Possible'}</th><th scope="col" class="end wide">Advised</th><th scope="col" class="end ` +
    `wide">Not done</th><th scope="col" class="end">Requests</th><th scope="col" class="end">Bytes</th><th ` +
    `scope="col" class="end wide">Packets a page</th><th scope="col" class="end wide">Time a page</th></tr>` +
    `</thead><tbody>${rows.join('')}</tbody></table></div>`
  );
}

/** Writes the steps from before to after, one rule after the other. @param {FullReport} report */
export function writeSteps(report) {
  const steps = listSteps(report, MAX_STEPS);
  if (steps.length === 0) return '';
  const most = Math.max(...steps.map(({ bytes }) => bytes), 1);
  const rows = steps.map(({ step, requests, bytes, ms }, index) => {
    const name = index === steps.length - 1 ? `${step} = after` : step;
    const share = ((100 * Math.max(0, bytes)) / most).toFixed(2);
    const bar = `<span class="bar" style="--share:${share}%"></span>`;
    return `<tr><th scope="row">${escapeHtml(name)}</th><td class="end">${formatNumber(requests)}</td>\
<td class="end">${bar}${formatBytes(bytes)}</td><td class="end">${formatMs(ms)}</td></tr>`;
  });
  const heads = ['Requests', 'Bytes', 'Time'].map((head) => `<th scope="col" class="end">${head}</th>`).join('');
  return (
    `<h3>From before to after</h3><div class="scroll" role="region" aria-label="From before to after" ` +
    `tabindex="0">\
<table class="steps"><caption>What the mean page costs once each step is made, under the conditions that ` +
    `decide</caption>\
<thead><tr><th scope="col">Step</th>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
  );
}

/** Writes the warnings. @param {readonly Warning[]} warnings */
export function writeWarnings(warnings) {
  const groups = groupWarnings(warnings);
  const items = groups.slice(0, maxWarnings).map(({ warning, times }) => {
    const place = placeOfWarning(warning);
    const where = place && `<span class="place">${escapeHtml(place)}</span> `;
    return `<li>${where}${escapeHtml(warning.message)}<span class="note">${escapeHtml(times)}</span></li>`;
  });
  const left = groups.length - items.length;
  const more = left > 0 ? `<p class="note">… and ${formatCount(left, 'more warning')} in the JSON report.</p>` : '';
  const first = items.length > openWarnings + 2 ? openWarnings : items.length;
  const others = items.slice(first);
  const rest =
    `<details><summary>${formatCount(others.length, 'more warning')}</summary><ul class="warnings">` +
    `${others.join('')}</ul>${more}</details>`;
  return `<ul class="warnings">${items.slice(0, first).join('')}</ul>${others.length > 0 ? rest : more}`;
}
