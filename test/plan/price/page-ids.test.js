import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openChangeIds, openPageIds } from '../../../lib/plan/price/page-ids.js';
import { openPageInputs } from '../../../lib/plan/price/page-inputs.js';
import { linkSite } from '../../../lib/site/graph/build-graph.js';
import { makeFile } from '../../../lib/site/read-site.js';

/** @import { Site } from '../../../lib/site/types.ts' */

const TEXTS = {
  'a.html': '<link rel="stylesheet" href="a.css"><p><img src="a.gif" alt="">',
  'b.html': '<p>Other',
  'a.css': 'p { background: url(b.gif) }',
  'b.gif': 'GIF89a b',
};

/** @param {Record<string, string>} texts */
function openSite(texts) {
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, makeFile(path, Buffer.from(text))]));
  const site = /** @type {Site} */ ({ root: '', name: 'test', files, warnings: [] });
  const linked = linkSite(site);
  const { fileAt } = openPageInputs(site, linked, (path) => site.files.get(path)?.size ?? 0);
  return { site, linked, fileAt };
}

/** Returns the name of the first page's requests. @param {Record<string, string>} texts */
function idIn(texts) {
  const { site, linked, fileAt } = openSite(texts);
  return openPageIds(site, linked, fileAt)('a.html');
}

test('the name of a page changes with every file that the page fetches, and with no other', () => {
  const id = idIn(TEXTS);
  assert.equal(idIn({ ...TEXTS, 'b.html': '<p>Another', 'c.html': '<p>New' }), id);
  for (const path of ['a.html', 'a.css', 'b.gif']) {
    const texts = { ...TEXTS, [path]: `${TEXTS[/** @type {keyof typeof TEXTS} */ (path)]} ` };
    assert.notEqual(idIn(texts), id, path);
  }
  assert.notEqual(idIn({ ...TEXTS, 'a.gif': 'GIF89a a' }), id, 'a file that was missing');
});

test('the name of a page changes with the transferred bytes of a file', () => {
  const { site, linked, fileAt } = openSite(TEXTS);
  const smaller = (/** @type {string} */ path) => ({ ...fileAt(path), bytes: 1 });
  assert.notEqual(openPageIds(site, linked, smaller)('a.html'), openPageIds(site, linked, fileAt)('a.html'));
});

test('a visited page has no name, because its scripts decide what it requests', () => {
  const { site, linked, fileAt } = openSite(TEXTS);
  const records = /** @type {any} */ (new Map([['a.html', {}]]));
  const idOf = openPageIds(site, { ...linked, seen: { ...linked.seen, records } }, fileAt);
  assert.equal(idOf('a.html'), null);
  assert.notEqual(idOf('b.html'), null);
});

test('the name of a change changes with its edits, its files and the page that it is made on', () => {
  const change = {
    rule: { id: 'heavy-png' },
    proposal: { page: 'a.html', range: null, resource: 'b.gif' },
    edits: [{ range: { start: 0, end: 1 }, text: 'x' }],
    ...{ classes: [], leadsTo: null, carries: [], asksFor: [], claims: [], group: null },
    files: [{ path: 'b.gif', bytes: Buffer.from('smaller') }],
  };
  const nameIn = (/** @type {Record<string, string>} */ texts, /** @type {object} */ other = {}) => {
    const { site, fileAt } = openSite(texts);
    return openChangeIds(site, fileAt)(/** @type {any} */ ({ ...change, ...other }));
  };
  const name = nameIn(TEXTS);
  assert.equal(nameIn({ ...TEXTS, 'b.html': '<p>Another' }), name);
  const others = [
    { edits: [{ range: { start: 0, end: 1 }, text: 'y' }] },
    { files: [{ path: 'b.gif', bytes: Buffer.from('other') }] },
    { leadsTo: 'a.css' },
    { rule: { id: 'other' } },
  ];
  for (const other of others) assert.notEqual(nameIn(TEXTS, other), name, Object.keys(other)[0]);
  assert.notEqual(nameIn({ ...TEXTS, 'a.html': '<p>Another' }), name, 'the page');
  assert.notEqual(nameIn({ ...TEXTS, 'b.gif': 'GIF89a larger' }), name, 'the replaced file');
});
