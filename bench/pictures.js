/*
 * npm run bench -- pictures FOLDER...
 *
 * Measures the transfers of Chromium for each page of some built sites, scrolled on a phone, a plain and a dense
 * screen, with the largest contentful paint over 4g and the layout shift. Prints one line per folder: sums over pages
 * and screens, the mean largest paint, and the worst shift.
 */
import { basename } from 'node:path';
import { argv } from 'node:process';
import { openChromium } from './pictures/open-chromium.js';
import { SCREENS, serveFolder, visitPage } from './pictures/visit.js';

const folders = argv.slice(2).filter((word) => !word.startsWith('--'));
const throttled = !argv.includes('--unthrottled');
const browser = await openChromium();
const columns = [
  'kB',
  ...SCREENS.map(({ width, scale }) => `${width}x${scale}`),
  'images',
  'requests',
  'LCP ms',
  'CLS',
];
console.log('folder'.padEnd(28) + columns.map((word) => word.padStart(10)).join(''));
for (const folder of folders) {
  const { origin, pages, close } = await serveFolder(folder);
  /** @type {({ screen: typeof SCREENS[number] } & import("./pictures/visit.js").Visit)[]} */
  const visits = [];
  for (const screen of SCREENS) {
    for (const name of pages) {
      const context = await browser.createBrowserContext();
      visits.push({
        screen,
        ...(await visitPage(await context.newPage(), `${origin}/${name.replace(/(?<=^|\/)index\.html$/, '')}`, screen, {
          throttled,
        })),
      });
      await context.close();
    }
  }
  close();
  const sum = (
    /** @type {typeof visits} */ some,
    /** @type {'bytes' | 'images' | 'requests' | 'largestPaintMs'} */ what,
  ) => some.reduce((total, visit) => total + visit[what], 0);
  const inKb = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(0);
  const cells = [
    inKb(sum(visits, 'bytes')),
    ...SCREENS.map((screen) =>
      inKb(
        sum(
          visits.filter((visit) => visit.screen === screen),
          'bytes',
        ),
      ),
    ),
    inKb(sum(visits, 'images')),
    sum(visits, 'requests'),
    (sum(visits, 'largestPaintMs') / visits.length).toFixed(0),
    Math.max(...visits.map(({ shift }) => shift)).toFixed(3),
  ];
  console.log(`${basename(folder).padEnd(28)}${cells.map((cell) => String(cell).padStart(10)).join('')}`);
}
await browser.close();
