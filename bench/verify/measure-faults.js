import { verifyPages } from '../../lib/visit/verify/verify.js';
import { FAULTS } from './faults.js';
import { BEFORE, buildWith, HONEST, toLookup } from './fixture.js';

/** @import { OpenBrowser } from '../../lib/visit/browser/open.js' */
/** @import { Step } from './fixture.js' */

/**
 * Adds one fault at a time to correct changes, and counts those that are found, named and rolled back alone.
 * @param {OpenBrowser} browser @param {string[]} names
 */
export async function measureFaults(browser, names) {
  const honest = await verifySteps(browser, HONEST);
  console.log(`honest changes alone: ${honest.status}`);
  const faults = Object.entries(FAULTS).filter(
    ([name]) => names.length === 0 || names.some((part) => name.includes(part)),
  );
  let caught = 0;
  let named = 0;
  for (const [index, [name, fault]] of faults.entries()) {
    const startedMs = performance.now();
    const steps = HONEST.toSpliced((index * 7) % (HONEST.length + 1), 0, fault);
    const { status, accepted, rejected, differences, original } = await verifySteps(browser, steps);
    const isCaught = status === 'different' && !accepted.includes('fault');
    const isNamed =
      isCaught && rejected.length === 1 && rejected[0].id === 'fault' && accepted.length === HONEST.length;
    caught += isCaught ? 1 : 0;
    named += isNamed ? 1 : 0;
    const outcome = isNamed ? 'named ' : isCaught ? 'caught' : 'MISSED';
    const blamed = isNamed ? '' : ` [${rejected.map(({ id }) => id).join(', ')}${original ? ' original' : ''}]`;
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    console.log(
      `${outcome} ${name}${blamed} (${seconds} s): ${differences[0]?.view ?? ''}: ` +
        `${differences[0]?.message.slice(0, 100) ?? ''}`,
    );
  }
  console.log(
    `faults: ${caught} of ${faults.length} caught and rolled back, ${named} with the single culprit and all ` +
      `others applied`,
  );
}

/** @param {OpenBrowser} browser @param {readonly Step[]} steps */
async function verifySteps(browser, steps) {
  const pages = [{ path: 'index.html', changes: steps.map(({ info }) => info) }];
  const [verdict] = await verifyPages({ pages, before: toLookup(BEFORE), build: buildWith(steps), browser });
  return verdict;
}
