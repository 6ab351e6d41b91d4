import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftChanges } from '../../../lib/plan/make/draft-changes.js';
import { makeFile } from '../../../lib/site/read-site.js';

/** @import { Proposal, Rule } from '../../../lib/plan/types.ts' */

/** @param {string} id @param {import('../../../lib/plan/types.ts').Safety} safety @returns {Rule} */
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

/**
 * @param {import('../../../lib/plan/types.ts').Safety} safety
 * @param {readonly string[]} [broken] makers that fail
 * @param {Proposal[]} [other] proposals of another page
 * @param {boolean} [isPartial] true if the original is still needed
 */
async function draftAt(safety, broken = [], other = [], isPartial = false) {
  /** @type {string[]} */
  const ran = [];
  const maker = (/** @type {string} */ name) => async () => {
    ran.push(name);
    if (broken.includes(name)) return /** @type {const} */ ({ ok: false, reason: 'not-smaller', message: 'no' });
    return /** @type {const} */ ({ ok: true, bytes: new Uint8Array(1), data: { isPartial } });
  };
  const file = makeFile('a.jpg', Buffer.from('picture'));
  const drafted = await draftChanges(
    new Map([
      [
        'index.html',
        [
          proposalOf('small'),
          proposalOf('large', { supersedes: ['small'] }),
          ...(broken.includes('larger') ? [proposalOf('larger', { supersedes: ['large', 'small'] })] : []),
        ],
      ],
      ['other.html', other],
    ]),
    {
      site: { root: '', name: 'site', files: new Map([[file.path, file]]), warnings: [] },
      integrity: { keptBy: () => null, refusalOf: () => null, editRefusalOf: () => null },
      rules: [ruleOf('small', 'safe'), ruleOf('large', 'lossy'), ruleOf('larger', 'lossy')],
      safety,
      makers: { small: maker('small'), large: maker('large'), larger: maker('larger') },
      store: null,
      versionOf: () => '1',
      capacity: { atOnce: 1 },
    },
    () => {},
  );
  const describe = (/** @type {Pick<typeof drafted, 'changes' | 'refused'> | null} */ drafts) => ({
    ran: [...ran],
    refused: drafts?.refused.map(({ rule, reason }) => [rule.id, reason]),
  });
  const leaveOut = async (/** @type {string} */ left) => {
    const more = await drafted.fallBack(({ rule }) => rule === left);
    return more && { ...describe(more), changes: more.changes };
  };
  return { drafted: describe(drafted), changes: drafted.changes, leaveOut };
}

test('what another change puts something in the place of is not made, and the report says which', async () => {
  assert.deepEqual((await draftAt('lossy')).drafted, { ran: ['large'], refused: [['small', 'overlaps']] });
});

test('a file that some windows still load is also made in other forms', async () => {
  const page = 'other.html';
  const other = [
    proposalOf('small', { page }),
    proposalOf('large', { page, supersedes: ['larger'], supersedesIfWhole: ['small'] }),
    proposalOf('larger', { page }),
  ];
  const ranWith = async (/** @type {boolean} */ isPartial) =>
    (await draftAt('lossy', [], other, isPartial)).drafted.ran;
  assert.deepEqual(await ranWith(false), ['large']);
  assert.deepEqual(await ranWith(true), ['large', 'small']);
});

test('a file that is replaced itself on one page is not made in another way for other pages', async () => {
  const elsewhere = (/** @type {Partial<Proposal>} */ more) => [
    proposalOf('large', { page: 'third.html', supersedes: ['small'], ...more }),
  ];
  const onlySmall = [proposalOf('small', { page: 'other.html' })];
  const onItsPage = await draftAt('lossy', [], [...onlySmall, ...elsewhere({})]);
  assert.deepEqual(onItsPage.drafted.ran, ['large', 'small']);
  const { drafted } = await draftAt('lossy', [], [...onlySmall, ...elsewhere({ isEverywhere: true })]);
  assert.deepEqual(drafted.ran, ['large']);
  const failing = await draftAt('lossy', ['large'], [...onlySmall, ...elsewhere({ isEverywhere: true })]);
  assert.deepEqual(failing.drafted.ran, ['large', 'small']);
});

test('a change that safety forbids takes nothing away from others', async () => {
  assert.deepEqual((await draftAt('visual')).drafted, { ran: ['small'], refused: [['large', 'safety']] });
});

test('where nothing could be made of the winner, the other is made after it', async () => {
  assert.deepEqual((await draftAt('lossy', ['large'])).drafted, {
    ran: ['large', 'small'],
    refused: [['large', 'not-smaller']],
  });
  assert.deepEqual((await draftAt('lossy', ['larger'])).drafted, {
    ran: ['larger', 'large'],
    refused: [
      ['small', 'overlaps'],
      ['larger', 'not-smaller'],
    ],
  });
});

test('where a plan leaves the winner out, the other is made then, and what was drafted stays the same', async () => {
  const { changes, leaveOut } = await draftAt('lossy');
  assert.equal(await leaveOut('small'), null, 'nothing waits for it');
  const more = await leaveOut('large');
  assert.deepEqual([more?.ran, more?.refused], [['large', 'small'], []]);
  assert.ok(
    changes.every((change) => more?.changes.includes(change)),
    'a plan and what was seen go by the changes themselves',
  );
  assert.equal(await leaveOut('large'), null, 'it is made once');
});

test('an image without readable text is reported if it is likely to contain some', async () => {
  const reportFor = async (/** @type {boolean} */ isLikely) => {
    const file = makeFile('a.jpg', Buffer.from('picture'));
    const { refused } = await draftChanges(
      new Map([['index.html', [proposalOf('text', { isQuiet: true })]]]),
      {
        site: { root: '', name: 'site', files: new Map([[file.path, file]]), warnings: [] },
        integrity: { keptBy: () => null, refusalOf: () => null, editRefusalOf: () => null },
        rules: [ruleOf('text', 'visual')],
        safety: 'visual',
        makers: { text: async () => ({ ok: false, reason: 'looks-different', message: 'no', isLikely }) },
        store: null,
        versionOf: () => '1',
        capacity: { atOnce: 1 },
      },
      () => {},
    );
    return refused.map(({ reason }) => reason);
  };
  assert.deepEqual(await reportFor(true), ['looks-different']);
  assert.deepEqual(await reportFor(false), []);
});
