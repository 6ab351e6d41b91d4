import { classifyImage } from '../lib/images/analyse/classify-image.js';
import { readForest } from '../lib/images/analyse/forest.js';
import { hasCorpus, loadCorpus } from './kinds/load-corpus.js';
import { measureCorpus, measureSamples, train } from './kinds/training.js';

/** @import { Measured } from './kinds/training.js' */

/** Kinds whose text is recognised. */
const WORDS = new Set(['text', 'text-and-graphic']);
const MERGED = ['solid', 'gradient', 'tile'];

/** @param {string} kind */
const merge = (kind) => (MERGED.includes(kind) ? 'background' : kind);

/** @param {readonly { kind: string, said: string }[]} results */
function printTable(results) {
  const kinds = [...new Set(results.flatMap(({ kind, said }) => [kind, said]))].sort();
  const cell = (/** @type {string | number} */ value) => String(value).slice(0, 9).padStart(10);
  console.log(''.padEnd(18) + kinds.map(cell).join('') + cell('recall'));
  for (const kind of kinds) {
    const row = results.filter((result) => result.kind === kind);
    if (row.length === 0) continue;
    const counts = kinds.map((other) => row.filter(({ said }) => said === other).length);
    const recall = counts[kinds.indexOf(kind)] / row.length;
    console.log(
      kind.padEnd(18) + counts.map((count) => cell(count || '·')).join('') + cell(`${Math.round(recall * 100)} %`),
    );
  }
}

/** @param {readonly { kind: string, said: string }[]} results */
function shareRight(results) {
  const right = results.filter(({ kind, said }) => kind === said).length;
  return `${right} of ${results.length}, ${((100 * right) / results.length).toFixed(1)} %`;
}

/** @param {readonly { kind: string, said: string }[]} results */
function printWords(results) {
  const asWords = (/** @type {boolean} */ are) =>
    results
      .filter(({ kind }) => WORDS.has(kind) === are)
      .map(({ said }) => ({ kind: 'words', said: WORDS.has(said) ? 'words' : said }));
  console.log(`${'words found'.padEnd(20)} ${shareRight(asWords(true))}`);
  console.log(`${'taken for words'.padEnd(20)} ${shareRight(asWords(false))}`);
}

const unseen = process.argv[process.argv.indexOf('--unseen') + 1];
if (process.argv.includes('--unseen')) {
  const judged = (await measureCorpus(loadCorpus([unseen]))).map(({ kind, measurements }) => ({
    kind,
    said: merge(classifyImage(measurements).kind),
  }));
  console.log('Judged by the trees as they are shipped; solid, gradient and tile merged as background.\n');
  printTable(judged);
  console.log(`\n${'all'.padEnd(20)} ${shareRight(judged)}`);
  printWords(judged);
  process.exit(0);
}
if (!hasCorpus()) {
  console.log('No labelled images here: put them at ../shared/corpus or name the folder in PAGETHRIFT_CORPUS.');
  process.exit(0);
}
const real = await measureCorpus();
const drawn = await measureSamples();
const sites = [...new Set(real.map(({ site }) => site))];
const results = [];
for (const site of sites) {
  const forest = readForest(
    train(
      real.filter((one) => one.site !== site),
      drawn,
    ),
  );
  for (const one of real.filter((candidate) => candidate.site === site)) {
    const { kind, confidence } = classifyImage(one.measurements, [], forest);
    results.push({ site, path: one.path, kind: one.kind, said: merge(kind), exact: kind, confidence });
  }
}
if (process.argv.includes('--wrong')) {
  for (const { path, kind, exact, confidence } of results.filter(({ kind, said }) => kind !== said)) {
    console.log(`${kind} > ${exact} ${confidence}\t${path}`);
  }
}
console.log('Each site judged by trees that have not seen it; solid, gradient and tile merged as background.\n');
printTable(results);
console.log();
for (const site of sites)
  console.log(`${site.padEnd(20)} ${shareRight(results.filter((result) => result.site === site))}`);
console.log(`${'all'.padEnd(20)} ${shareRight(results)}`);
const texts = results.filter(({ kind }) => kind === 'text');
console.log(`${'text found'.padEnd(20)} ${shareRight(texts)}`);
printWords(results);
const times = real.map(({ ms }) => ms).sort((a, b) => a - b);
console.log(
  `${'measuring'.padEnd(20)} median ${times[times.length >> 1].toFixed(1)} ms, nine of ten within ` +
    `${times[Math.floor(times.length * 0.9)].toFixed(1)} ms`,
);
