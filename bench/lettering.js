import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { openBrowser } from '../lib/browser/open.js';
import { decodeImage } from '../lib/codecs/decode.js';
import { openLetterer } from '../lib/lettering/open.js';
import { readImage, readLabels } from './lettering/corpus.js';
import { writeSheet } from './lettering/sheet.js';

/** @import { Lettering, Rejected } from '../lib/lettering/types.ts' */
/** @import { Labelled } from './lettering/corpus.js' */
/** @import { DecodedImage } from '../lib/types.ts' */

/** @typedef {{ row: Labelled, bytes: Uint8Array, result: Lettering | Rejected, ms: number }} Outcome */

const labels = readLabels();
if (labels) await main(labels, process.argv.slice(2));
else console.log('no corpus: set PAGETHRIFT_CORPUS to a folder with labels.csv and images/');

/** @param {readonly Labelled[]} rows @param {readonly string[]} args */
async function main(rows, args) {
  const out = args[args.indexOf('--out') + 1] ?? join(tmpdir(), 'pagethrift-lettering');
  const folder = args.includes('--out') ? out : join(tmpdir(), 'pagethrift-lettering');
  const outcomes = await letterAll(rows);
  const { css, classes, bytes, urls, larger } = await gatherStyles(outcomes);
  printTable(outcomes, bytes);
  console.log(
    `larger than their image, their share of styles and plates counted: ${larger.length} ${larger.join(' ')}`,
  );
  mkdirSync(folder, { recursive: true });
  for (const [name, isShown] of /** @type {const} */ ([
    ['replaced', true],
    ['rejected', false],
  ])) {
    const pairs = outcomes
      .filter(({ row, result }) => 'rejected' in result !== isShown && (isShown || /text|mixed/.test(row.label)))
      .map(({ row, bytes: file, result }) => ({
        name: row.path,
        note:
          'rejected' in result
            ? `${result.rejected}: ${result.detail}`
            : `${result.text} · ${result.similarity.toFixed(3)} · ${result.font}`,
        bytes: file,
        type: `image/${row.path.split('.').pop()}`,
        replacement:
          'rejected' in result
            ? null
            : {
                className: classes.get(keyOf(result)) ?? '',
                ownCss: result.ownCss.replace('{graphic}', urls.get(result.graphic?.key) ?? ''),
                html: result.html,
              },
      }));
    const html = writeSheet(pairs, css);
    writeFileSync(join(folder, `${name}.html`), html);
    await screenshot(html, join(folder, `${name}.png`));
  }
  console.log(`contact sheets: ${folder}`);
}

/** @param {readonly Labelled[]} rows @returns {Promise<Outcome[]>} */
async function letterAll(rows) {
  const letterer = await openLetterer({ browser: 'auto' });
  /** @type {{ row: Labelled, bytes: Uint8Array, decoded: DecodedImage }[]} */
  const images = [];
  for (const row of rows) {
    const bytes = readImage(row);
    const decoded = await decodeImage(bytes);
    if (!('broken' in decoded)) images.push({ row, bytes, decoded });
  }
  /** @type {Outcome[]} */
  const outcomes = [];
  for (const { row, bytes, decoded } of images) {
    const siblings = images
      .filter((other) => other.row.site === row.site && other.decoded !== decoded)
      .map((other) => other.decoded);
    const started = performance.now();
    const result = await letterer.letter(decoded, { fileName: row.path, siblings });
    outcomes.push({ row, bytes, result, ms: performance.now() - started });
  }
  await letterer.close();
  return outcomes;
}

/**
 * Gives every distinct style sheet a class, and counts what the replacements weigh: markup, rules and shared pictures.
 * @param {readonly Outcome[]} outcomes
 */
async function gatherStyles(outcomes) {
  /** @type {Map<string, string>} */
  const classes = new Map();
  const urls = new Map();
  let css = '';
  let bytes = 0;
  for (const { result } of outcomes) {
    if ('rejected' in result) continue;
    const { graphic } = result;
    if (graphic && !urls.has(graphic.key)) {
      const { width, height } = graphic.box;
      const png = await sharp(graphic.rgba, { raw: { width, height, channels: 4 } })
        .png({ palette: true, effort: 10, compressionLevel: 9 })
        .toBuffer();
      urls.set(graphic.key, `data:image/png;base64,${png.toString('base64')}`);
      bytes += png.length;
    }
    if (!classes.has(keyOf(result))) {
      const name = `t${classes.size}`;
      classes.set(keyOf(result), name);
      const rules = [['', result.css], ...Object.entries(result.more)].map(
        ([tail, rule]) => `.${name}${tail}{${rule}}`,
      );
      bytes += rules.join('').length;
      css += rules.join('');
    }
    bytes +=
      `<span class="${classes.get(keyOf(result))}" style="${result.ownCss.replace('{graphic}', 'plate-01234567.png')}">${result.html}</span>`
        .length;
  }
  const users = countBy(outcomes.map(({ result }) => ('rejected' in result ? '' : keyOf(result))));
  const sharers = countBy(outcomes.map(({ result }) => ('rejected' in result ? '' : (result.graphic?.key ?? ''))));
  const larger = outcomes.filter(({ bytes: file, result }) => {
    if ('rejected' in result) return false;
    const picture = result.graphic ? (urls.get(result.graphic.key)?.length ?? 0) * 0.75 : 0;
    const shared =
      (result.css.length + JSON.stringify(result.more).length) / (users.get(keyOf(result)) ?? 1) +
      picture / (sharers.get(result.graphic?.key ?? '') ?? 1);
    return result.html.length + result.ownCss.length + 30 + shared >= file.length;
  });
  return { classes, css, bytes, urls, larger: larger.map(({ row }) => row.path) };
}

/** @param {readonly Outcome[]} outcomes @param {number} bytesAfter */
function printTable(outcomes, bytesAfter) {
  const sites = [...new Set(outcomes.map(({ row }) => row.site)), 'whole'];
  for (const label of ['text', 'mixed', 'other']) {
    console.log(`\n${label.padEnd(20)} images  exact  replaced  >=.90  wrong  rejected by reason`);
    for (const site of sites) {
      const those = outcomes.filter(
        ({ row }) =>
          (site === 'whole' || row.site === site) && (/^(text|mixed)$/.test(row.label) ? row.label : 'other') === label,
      );
      if (those.length) console.log(describeGroup(site, those));
    }
  }
  const replaced = outcomes.filter(({ result }) => !('rejected' in result));
  const before = replaced.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const times = outcomes
    .filter(({ row }) => /^(text|mixed)$/.test(row.label))
    .map(({ ms }) => ms)
    .sort((a, b) => a - b);
  console.log(
    `\nbytes of what was replaced: ${before} before, ${bytesAfter} after (${percent(1 - bytesAfter / before)} less)`,
  );
  console.log(
    `time of text and mixed: median ${times[times.length >> 1]?.toFixed(0)} ms, 90th percentile ${times[Math.floor(times.length * 0.9)]?.toFixed(0)} ms`,
  );
  for (const { row, result } of outcomes) {
    if (isWrong(row, result) && 'text' in result)
      console.log(`WRONG ${row.path}: “${result.text}” for “${row.text}” (${row.label})`);
  }
}

/** @param {string} site @param {readonly Outcome[]} outcomes */
function describeGroup(site, outcomes) {
  const replaced = outcomes.filter(({ result }) => !('rejected' in result));
  const exact = outcomes.filter(({ row, result }) => row.text !== '' && result.text === row.text);
  const close = replaced.filter(({ result }) => 'similarity' in result && result.similarity >= 0.9);
  const wrong = outcomes.filter(({ row, result }) => isWrong(row, result));
  /** @type {Map<string, number>} */
  const reasons = new Map();
  for (const { result } of outcomes) {
    if ('rejected' in result) reasons.set(result.rejected, (reasons.get(result.rejected) ?? 0) + 1);
  }
  const counts = [outcomes, exact, replaced, close, wrong].map((list) => String(list.length).padStart(6)).join(' ');
  return `${site.padEnd(20)}${counts}   ${[...reasons].map(([reason, count]) => `${reason} ${count}`).join(', ')}`;
}

/** @param {Labelled} row @param {Lettering | Rejected} result */
function isWrong(row, result) {
  return !('rejected' in result) && (result.text !== row.text || !/^(text|mixed)$/.test(row.label));
}

/** @param {readonly string[]} names @returns {Map<string, number>} */
function countBy(names) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** @param {number} share */
function percent(share) {
  return `${(share * 100).toFixed(1)} %`;
}

/** @param {string} html @param {string} file */
async function screenshot(html, file) {
  const browser = await openBrowser({ browser: 'auto' });
  if (!browser) return;
  const page = await browser.newPage();
  await page.setViewport({ width: 1400, height: 900 });
  await page.setContent(html, { waitUntil: 'load' });
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  await page.screenshot({ path: /** @type {`${string}.png`} */ (file), fullPage: true });
  await browser.close();
}

/** What results of one look share. @param {Lettering} result */
function keyOf({ css, more }) {
  return css + JSON.stringify(more);
}
