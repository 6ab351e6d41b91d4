import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toLookup } from '../../../bench/verify/fixture.js';
import { exact } from '../../../lib/base/exact.js';
import { verifyPages } from '../../../lib/visit/verify/verify.js';
import { FULL_VIEWS } from '../../../lib/visit/verify/views.js';
import { openTestBrowser } from '../../harness/browser.js';

const browser = await openTestBrowser();

/** Draws a ground of one colour. @param {string} colour */
const drawGround = (colour) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><path d="M0 0h64v64H0z" fill="${colour}"/></svg>`;
const PAGE = '<!doctype html><title>t</title><body background="ground.svg"><p>In front of it</p>';
const BEFORE = new Map([
  ['index.html', PAGE],
  ['ground.svg', drawGround('#fec')],
]);

/**
 * Verifies a page with a ground of almost the same colour, or another one.
 * @param {string} page @param {readonly string[]} standIns @param {string} [ground] the file of the new ground
 */
async function look(page, standIns, ground = drawGround('#ffeed0')) {
  const lean = page.replace('ground.svg', 'ground.lean.svg');
  const change = {
    ...{ id: 'ground', rule: 'ground', cause: 'ground', kind: exact('same'), resource: 'ground.svg', standIns },
  };
  const [verdict] = await verifyPages({
    pages: [{ path: 'index.html', changes: [change] }],
    before: toLookup(BEFORE),
    build: (_, ids) =>
      toLookup(ids.length === 0 ? BEFORE : new Map([...BEFORE, ['index.html', lean], ['ground.lean.svg', ground]])),
    browser,
    views: FULL_VIEWS.slice(0, 1),
  });
  return verdict.status;
}

describe('the background of a page in another coding', { timeout: 120_000 }, () => {
  it('is rendered with the pixels of the original, because its file was judged by itself', async () => {
    assert.equal(await look(PAGE, []), 'different');
    assert.equal(await look(PAGE, ['ground.lean.svg']), 'same');
  });

  it('hides no difference in front of it', async () => {
    assert.equal(await look(PAGE.replace('<p>', '<p style="color:#010101">'), ['ground.lean.svg']), 'different');
  });

  it('is missed if its file is not there', async () => {
    assert.equal(await look(PAGE.replace('ground.svg', 'gone.svg'), ['ground.lean.svg']), 'different');
  });

  it('has to look like the original by itself', async () => {
    const other = drawGround('#00f').replace('</svg>', '<path d="M0 0 64 64" stroke="#fff" stroke-width="20"/></svg>');
    assert.equal(await look(PAGE, ['ground.lean.svg'], other), 'different');
    assert.equal(await look(PAGE, ['ground.lean.svg'], 'no image'), 'different');
  });
});
