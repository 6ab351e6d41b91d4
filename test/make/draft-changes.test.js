import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftChanges } from '../../lib/make/draft-changes.js';
import { makeFile } from '../../lib/site/read-site.js';

/** @import { Proposal, Rule } from '../../lib/types.ts' */

/** @param {string} id @param {import('../../lib/types.ts').Safety} safety @returns {Rule} */
function ruleOf(id, safety) {
  return /** @type {any} */ ({
    meta: { id, safety, messages: {} },
    jobs: () => [{ maker: id, resource: 'a.jpg', options: {} }],
    draft: () => ({ edits: [] }),
  });
}

/** @param {string} rule @param {Partial<Proposal>} [more] @returns {Proposal} */
function proposalOf(rule, more = {}) {
  return { rule, page: 'index.html', range: null, resource: 'a.jpg', messageId: 'm', data: {}, ...more };
}

/** @param {import('../../lib/types.ts').Safety} safety */
async function draftAt(safety) {
  /** @type {string[]} */
  const ran = [];
  const maker = (/** @type {string} */ name) => async () => {
    ran.push(name);
    return /** @type {const} */ ({ ok: true, bytes: new Uint8Array(1), data: {} });
  };
  const file = makeFile('a.jpg', Buffer.from('picture'));
  const drafted = await draftChanges(
    new Map([['index.html', [proposalOf('small'), proposalOf('large', { supersedes: ['small'] })]]]),
    {
      site: { root: '', name: 'site', files: new Map([[file.path, file]]), warnings: [] },
      integrity: { refusalOf: () => null, editRefusalOf: () => null },
      rules: [ruleOf('small', 'safe'), ruleOf('large', 'lossy')],
      safety,
      makers: { small: maker('small'), large: maker('large') },
      store: null,
      version: '1',
      atOnce: 1,
    },
    () => {},
  );
  return { ran, refused: drafted.refused.map(({ rule, reason }) => [rule.id, reason]) };
}

test('what another change puts something in the place of is not made, and the report says which', async () => {
  assert.deepEqual(await draftAt('lossy'), { ran: ['large'], refused: [['small', 'overlaps']] });
});

test('a change that safety forbids takes nothing away from others', async () => {
  assert.deepEqual(await draftAt('visual'), { ran: ['small'], refused: [['large', 'safety']] });
});
