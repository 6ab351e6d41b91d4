import { decodeImage } from '../lib/images/codecs/decode.js';
import { catalogue } from '../lib/text-images/catalogue.js';
import { openFitter } from '../lib/text-images/fitter.js';
import { openLetterer } from '../lib/text-images/open.js';
import { openBrowser } from '../lib/visit/browser/open.js';
import { renderElsewhere, renderInBrowser, renderScenes } from './lettering/generated.js';
import { EXTRAS } from './lettering/scene.js';

/** @import { Generated } from './lettering/generated.js' */

const same = Number(process.argv[2] ?? 60);
const other = Number(process.argv[3] ?? 300);
const seed = Number(process.argv[4] ?? 1);
const scenes = Number(process.argv[5] ?? 300);

const browser = await openBrowser({ browser: 'auto' });
if (!browser) throw new Error('no browser starts');
const { page } = await openFitter(await browser.newPage(), catalogue);
const letterer = await openLetterer({ browser: 'auto' });
await judge('same browser', await renderInBrowser(page, same, seed), 0.99);
await judge('other renderers', await renderElsewhere(page, other, seed), 0.9);
await judge('scenes', await renderScenes(scenes, seed), 0.9);
await letterer.close();
await browser.close();

/**
 * Letters every image and prints what was replaced, how closely, and whether any says something else.
 * @param {string} name @param {readonly Generated[]} images @param {number} close
 */
async function judge(name, images, close) {
  let [replaced, near, wrong] = [0, 0, 0];
  /** @type {number[]} */
  const times = [];
  for (const { text, how, bytes, extra = 'none' } of images) {
    const decoded = await decodeImage(bytes);
    if ('broken' in decoded) throw new Error(`${how}: the image ${decoded.broken}`);
    const started = performance.now();
    const result = await letterer.letter(decoded, { fileName: 'image.png' });
    times.push(performance.now() - started);
    if ('rejected' in result) {
      console.log(`left   “${text}” (${how}) ${result.rejected}: ${result.detail} “${result.text ?? ''}”`);
      continue;
    }
    replaced++;
    if (result.similarity >= close) near++;
    else console.log(`far    “${text}” (${how}) ${result.similarity.toFixed(3)} ${result.font}`);
    if (result.text !== text || EXTRAS[extra] === 'kept') {
      wrong++;
      console.log(`WRONG  “${result.text}” for “${text}” (${how}) ${result.similarity.toFixed(3)}`);
    }
  }
  times.sort((a, b) => a - b);
  const median = times[times.length >> 1]?.toFixed(0);
  console.log(
    `${name}: ${images.length} images, ${replaced} replaced, ${near} at ${close} or more, ${wrong} wrong, ` +
      `median ${median} ms`,
  );
}
