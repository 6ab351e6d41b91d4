import { parseArgs } from 'node:util';
import { decodeImage } from '../lib/images/codecs/decode.js';
import { openLetterer } from '../lib/text-images/open.js';
import { drawWords } from './lettering/drawn.js';

/**
 * Words in fonts that the catalogue lacks, by another renderer than the other bench's. `--fonts` names a folder into
 * which `@resvg/resvg-js` and packages of `@fontsource` were installed. All of it is 5,000 images; a sample is quick.
 */
const { values } = parseArgs({
  options: {
    fonts: { type: 'string', default: '.' },
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    lossy: { type: 'boolean', default: false },
  },
});

/** After so many images the sums so far are printed, so that a run that is ended says something. */
const EVERY = 50;
const likeness = values.lossy ? 'lossy' : 'visual';
const letterer = await openLetterer({ browser: 'auto' });
const counts = { images: 0, accepted: 0, wrong: 0 };
/** @type {number[]} */
const times = [];
/** @type {Map<string, number>} */
const reasons = new Map();
for await (const { text, language, how, bytes } of drawWords(values.fonts, Number(values.count), Number(values.seed))) {
  const decoded = await decodeImage(bytes);
  if ('broken' in decoded) throw new Error(`${how}: the image ${decoded.broken}`);
  const started = performance.now();
  const result = await letterer.letter(decoded, {
    fileName: 'image.gif',
    language: language === 'hard' ? 'en' : language,
    likeness,
  });
  times.push(performance.now() - started);
  counts.images++;
  if (counts.images % EVERY === 0) console.log(likeness, JSON.stringify(counts));
  if ('rejected' in result) {
    const reason = result.detail.replace(/“[^”]*”|-?\d+(?:\.\d+)?/g, '…');
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    continue;
  }
  counts.accepted++;
  if (result.text !== text) {
    counts.wrong++;
    console.log(`WRONG  “${result.text}” for “${text}” (${how}, ${language}) ${result.sources.join(', ')}`);
  }
}
await letterer.close();
for (const [reason, count] of [...reasons].sort(([, one], [, other]) => other - one))
  console.log(`${String(count).padStart(5)} left: ${reason}`);
times.sort((one, other) => one - other);
const [median, most] = [0.5, 0.9].map((share) => times[Math.floor(times.length * share)].toFixed(0));
console.log(`${likeness} ${JSON.stringify(counts)}, median ${median} ms, 90th percentile ${most} ms`);
