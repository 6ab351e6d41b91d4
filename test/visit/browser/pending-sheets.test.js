import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { watchSheets } from '../../../lib/visit/browser/pending-sheets.js';

/** @import { CDPSession, Protocol } from 'puppeteer-core' */

const LATER = '<link rel=stylesheet href=all.css media=print onload="this.media=\'all\'">';

/**
 * Opens a tab whose document is parsed after some turns.
 * @param {string} document @param {number} turns
 */
function openTab(document, turns) {
  const state = { turns };
  const session = Object.assign(new EventEmitter(), {
    send: async () => ({ result: { value: --state.turns < 0 } }),
  });
  const sheets = watchSheets(/** @type {CDPSession} */ (/** @type {unknown} */ (session)));
  sheets.begin(Buffer.from(document));
  const ask = (/** @type {string} */ networkId) =>
    sheets.note(/** @type {Protocol.Fetch.RequestPausedEvent} */ ({ networkId, resourceType: 'Stylesheet' }));
  return { session, sheets, ask, state };
}

/** @param {Promise<unknown>} promise */
async function hasSettled(promise) {
  let isSettled = false;
  promise.then(() => {
    isSettled = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return isSettled;
}

test('a script waits for the sheets of a page that applies them when they have loaded', async () => {
  const { session, sheets, ask } = openTab(`<!doctype html>${LATER}`, 0);
  for (const id of ['a', 'b']) ask(id);
  const script = sheets.arrive();
  session.emit('Network.loadingFinished', { requestId: 'a' });
  assert.equal(await hasSettled(script), false);
  session.emit('Network.loadingFailed', { requestId: 'b' });
  assert.equal(await hasSettled(script), true);
});

test('it waits for sheets that the parser only finds later', async () => {
  const { session, sheets, ask, state } = openTab(`<!doctype html>${LATER}`, 3);
  const script = sheets.arrive();
  while (state.turns > 0) await Promise.resolve();
  ask('late');
  assert.equal(await hasSettled(script), false);
  session.emit('Network.loadingFinished', { requestId: 'late' });
  assert.equal(await hasSettled(script), true);
});

test('a script that blocks the parser does not wait without end, nor one of a page whose sheets block it', async () => {
  const blocked = openTab(`<!doctype html><script src=a.js></script>${LATER}`, Number.POSITIVE_INFINITY);
  assert.equal(await hasSettled(blocked.sheets.arrive()), true);
  const usual = openTab('<!doctype html><link rel=stylesheet href=all.css>', 0);
  usual.ask('a');
  assert.equal(await hasSettled(usual.sheets.arrive()), true);
});
