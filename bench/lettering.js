import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { decodeImage } from '../lib/images/codecs/decode.js';
import { encodePng } from '../lib/images/codecs/png-encode.js';
import { openLetterer } from '../lib/text-images/open.js';
import { openBrowser } from '../lib/visit/browser/open.js';
import { corpusFolder, readImage, readLabels } from './lettering/corpus.js';
import { writeSheet } from './lettering/sheet.js';

/** @import { Lettering, Rejected } from '../lib/text-images/types.ts' */
/** @import { Labelled } from './lettering/corpus.js' */
/** @import { DecodedImage } from '../lib/images/types.ts' */

/**
 * @typedef {{ row: Labelled, bytes: Uint8Array, result: Lettering | Rejected, ms: number, againMs: number }} Outcome
 *   `againMs` is what asking again takes
 */

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(tmpdir(), 'pagethrift-lettering') },
    // A folder like the corpus, of sites that nothing was tuned on.
    unseen: { type: 'string', default: corpusFolder },
    // One image of so many, for a quick look.
    every: { type: 'string', default: '1' },
    // Images of words alone; the others tell whether anything is taken for words.
    words: { type: 'boolean', default: false },
    lossy: { type: 'boolean', default: false },
  },
});
const labels = readLabels(values.unseen)
  ?.filter(({ label }) => !values.words || /^(text|mixed)$/.test(label))
  .filter((_, index) => index % Number(values.every) === 0);
if (labels) await main(labels, values.out);
else console.log(`no labels.csv in ${values.unseen}: name a folder that has one, and images/, with --unseen`);

/** @param {readonly Labelled[]} rows @param {string} folder of the contact sheets */
async function main(rows, folder) {
  const lettered = await letterAll(rows);
  const pictures = await drawPictures(lettered);
  const outcomes = leaveOutLarger(lettered, pictures);
  const { css, classes } = nameStyles(outcomes);
  printTable(outcomes, pictures);
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
            : `${result.text} · ${result.similarity.toFixed(2)} · glance ${result.scores.glance.toFixed(1)} · ` +
              `weight ${result.scores.weight.toFixed(2)} · ${result.font}`,
        bytes: file,
        type: `image/${row.path.split('.').pop()}`,
        replacement:
          'rejected' in result
            ? null
            : {
                className: `w ${classes.get(keyOf(result)) ?? ''}`,
                ownCss: result.ownCss.replace('{graphic}', pictures.get(result.graphic?.key ?? '')?.url ?? ''),
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
    const bytes = readImage(row, values.unseen);
    const decoded = await decodeImage(bytes);
    if (!('broken' in decoded)) images.push({ row, bytes, decoded });
  }
  /** @type {Outcome[]} */
  const outcomes = [];
  for (const { row, bytes, decoded } of images) {
    const siblings = images
      .filter((other) => other.row.site === row.site && other.decoded !== decoded)
      .map((other) => other.decoded);
    const likeness = values.lossy ? /** @type {const} */ ('lossy') : /** @type {const} */ ('visual');
    const context = { fileName: row.path, siblings, likeness };
    const started = performance.now();
    const result = await letterer.letter(decoded, context);
    const done = performance.now();
    await letterer.letter(decoded, context);
    outcomes.push({ row, bytes, result, ms: done - started, againMs: performance.now() - done });
  }
  await letterer.close();
  return outcomes;
}

/**
 * The shared backgrounds and crops of results, as files.
 * @param {readonly Outcome[]} outcomes @returns {Promise<Map<string, { url: string, bytes: number }>>}
 */
async function drawPictures(outcomes) {
  const pictures = new Map();
  for (const { result } of outcomes) {
    if ('rejected' in result || !result.graphic || pictures.has(result.graphic.key)) continue;
    const { box, rgba, key } = result.graphic;
    const png = encodePng({ width: box.width, height: box.height, rgba }, { effort: 'balanced' });
    const url = `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
    pictures.set(key, { url, bytes: png.length });
  }
  return pictures;
}

/**
 * Leaves out what is no smaller than its image, its share of what it has in common with others of its site counted,
 * until none is: as the plan of a site does.
 * @param {readonly Outcome[]} outcomes @param {Awaited<ReturnType<typeof drawPictures>>} pictures @returns {Outcome[]}
 */
function leaveOutLarger(outcomes, pictures) {
  let left = [...outcomes];
  for (;;) {
    const costs = shareCosts(left, pictures);
    const larger = left.filter((outcome) => (costs.get(outcome) ?? 0) >= outcome.bytes.length);
    if (larger.length === 0) return left;
    const worst = larger.reduce((one, other) =>
      (costs.get(other) ?? 0) - other.bytes.length > (costs.get(one) ?? 0) - one.bytes.length ? other : one,
    );
    const detail = `${Math.ceil(costs.get(worst) ?? 0)} bytes instead of ${worst.bytes.length}`;
    const text = 'text' in worst.result ? worst.result.text : '';
    left = left.map((one) => (one === worst ? { ...one, result: { rejected: 'not-smaller', detail, text } } : one));
  }
}

/**
 * What each replacement weighs: its markup, and its share of the rules and pictures that others of its site use too.
 * @param {readonly Outcome[]} outcomes
 * @param {Awaited<ReturnType<typeof drawPictures>>} pictures
 * @returns {Map<Outcome, number>}
 */
function shareCosts(outcomes, pictures) {
  const replaced = outcomes.flatMap((outcome) =>
    'rejected' in outcome.result
      ? []
      : [{ outcome, result: outcome.result, things: listShared(outcome.result, pictures) }],
  );
  const users = countBy(
    replaced.flatMap(({ outcome, things }) => things.map(({ key }) => `${outcome.row.site} ${key}`)),
  );
  return new Map(
    replaced.map(({ outcome, result, things }) => {
      const shares = things.map(({ key, bytes }) => bytes / (users.get(`${outcome.row.site} ${key}`) ?? 1));
      return [outcome, shares.reduce((sum, share) => sum + share, markUp(result).length)];
    }),
  );
}

/** @param {Lettering} result @param {Awaited<ReturnType<typeof drawPictures>>} pictures */
function listShared(result, pictures) {
  const { base, css, more, graphic } = result;
  return [
    { key: base, bytes: `.words{${base}}`.length },
    ...[['', css], ...Object.entries(more)].map(([tail, rule]) => ({
      key: `${keyOf(result)} ${tail}`,
      bytes: `.verdana-2${tail}{${rule}}`.length,
    })),
    ...(graphic ? [{ key: graphic.key, bytes: pictures.get(graphic.key)?.bytes ?? 0 }] : []),
  ];
}

/** @param {Lettering} result */
function markUp({ ownCss, html }) {
  const own = ownCss.replace('{graphic}', 'images/bg-01234567.png');
  return `<span class="words verdana-2" style="${own}">${html}</span>`;
}

/** Gives every distinct style sheet a class. @param {readonly Outcome[]} outcomes */
function nameStyles(outcomes) {
  /** @type {Map<string, string>} */
  const classes = new Map();
  let css = '';
  for (const { result } of outcomes) {
    if ('rejected' in result || classes.has(keyOf(result))) continue;
    const name = `t${classes.size}`;
    classes.set(keyOf(result), name);
    if (name === 't0') css += `.w{${result.base}}`;
    css += [['', result.css], ...Object.entries(result.more)]
      .map(([tail, rule]) => `.${name}${tail}{${rule}}`)
      .join('');
  }
  return { css, classes };
}

/** @param {readonly Outcome[]} outcomes @param {Awaited<ReturnType<typeof drawPictures>>} pictures */
function printTable(outcomes, pictures) {
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
  const bytesAfter = [...shareCosts(outcomes, pictures).values()].reduce((sum, cost) => sum + Math.ceil(cost), 0);
  const times = outcomes
    .filter(({ row }) => /^(text|mixed)$/.test(row.label))
    .map(({ ms }) => ms)
    .sort((a, b) => a - b);
  console.log(
    `\nbytes of what was replaced: ${before} before, ${bytesAfter} after (${percent(1 - bytesAfter / before)} less)`,
  );
  console.log(
    `time of text and mixed: median ${times[times.length >> 1]?.toFixed(0)} ms, 90th percentile ` +
      `${times[Math.floor(times.length * 0.9)]?.toFixed(0)} ms`,
  );
  const again = outcomes.map(({ againMs }) => againMs).sort((a, b) => a - b);
  console.log(
    `asked again: median ${again[again.length >> 1].toFixed(2)} ms, 90th percentile ` +
      `${again[Math.floor(again.length * 0.9)].toFixed(2)} ms`,
  );
  printReasons(outcomes);
  for (const { row, result } of outcomes) {
    if (isWrong(row, result) && 'text' in result)
      console.log(`WRONG ${row.path}: “${result.text}” for “${row.text}” (${row.label})`);
  }
}

/** Why images of words were left, and how many of those were read rightly. @param {readonly Outcome[]} outcomes */
function printReasons(outcomes) {
  const left = outcomes.flatMap(({ row, result }) =>
    'rejected' in result && /^(text|mixed)$/.test(row.label)
      ? [{ isRight: result.text === row.text, reason: result.detail.replace(/“[^”]*”|-?\d+(?:\.\d+)?/g, '…') }]
      : [],
  );
  const reasons = [...Map.groupBy(left, ({ reason }) => reason)].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  console.log('\nleft   read rightly   reason');
  for (const [reason, those] of reasons) {
    const right = those.filter(({ isRight }) => isRight).length;
    console.log(`${String(those.length).padStart(4)} ${String(right).padStart(8)}          ${reason}`);
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
