/**
 * Measures the verification: `node bench/verify.js [faults|steady|visits|hostile|cost|built|door] [name…]`, all
 * without a name. `steady`, `visits`, `cost`, `built` and `door` render real sites: folders in PAGETHRIFT_SITES,
 * separated as in PATH.
 */

import { availableParallelism } from 'node:os';
import { openBrowser } from '../lib/visit/browser/open.js';
import { measureCost } from './verify/cost.js';
import { measureDoor } from './verify/door.js';
import { measureBuilt } from './verify/measure-built.js';
import { measureFaults } from './verify/measure-faults.js';
import { measureHostile } from './verify/measure-hostile.js';
import { measureSteadiness } from './verify/measure-steadiness.js';
import { measureVisits } from './verify/measure-visits.js';

const PARTS = {
  faults: measureFaults,
  steady: measureSteadiness,
  visits: measureVisits,
  hostile: measureHostile,
  cost: measureCost,
  built: measureBuilt,
  door: measureDoor,
};

const [part, ...names] = process.argv.slice(2);
const browser = await openBrowser({
  jobs: part === 'cost' || part === 'door' ? 1 : availableParallelism(),
  note: console.error,
});
if (!browser) throw new Error('no browser starts: install Chrome, or @sparticuz/chromium');
console.log(`${browser.name} ${browser.version}`);
for (const [name, measure] of Object.entries(PARTS)) {
  if (part === undefined || part === name) await measure(browser, names);
}
await browser.close();
