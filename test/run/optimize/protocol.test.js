import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { build } from '../../../lib/index.js';
import { rules } from '../../../rules/index.js';

const lib = new URL('../../../lib/', import.meta.url);
const sources = readdirSync(lib, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.js'))
  .map((name) => ({ name, text: readFileSync(new URL(name, lib), 'utf8') }));

test('no stage reads what a rule keeps to itself', () => {
  const readers = sources.filter(({ text }) => /\bproposal\.data\b|proposal: \{[^}]*\bdata\b/.test(text));
  assert.deepEqual(
    readers.map(({ name }) => name),
    [],
  );
});

test('no stage between detection and the report knows a rule by its name', () => {
  const stages = /^(?:optimize|plan|price|apply|make|normalise|detect)\//;
  const named = sources.flatMap(({ name, text }) =>
    stages.test(name)
      ? rules.filter(({ meta }) => text.includes(`'${meta.id}'`)).map(({ meta }) => [name, meta.id])
      : [],
  );
  assert.deepEqual(named, []);
});

test('a change is drafted once, however often it is priced, planned and written', async (t) => {
  const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-draft-'));
  t.after(() => rmSync(scratch, { recursive: true }));
  const site = join(scratch, 'site');
  mkdirSync(site);
  const space = await sharp({ create: { width: 1, height: 1, channels: 4, background: '#0000' } })
    .png()
    .toBuffer();
  writeFileSync(join(site, 'space.png'), space);
  for (const page of ['a.html', 'b.html'])
    writeFileSync(
      join(site, page),
      '<!DOCTYPE html><TITLE>t</TITLE><p>x<img src="space.png" width="9" height="1" alt="">y',
    );
  /** @type {Map<string, number>} */
  const drafts = new Map();
  for (const rule of rules) {
    const { draft } = rule;
    if (!draft) continue;
    /** @type {typeof draft} */
    const counting = (proposal, made) => {
      const key = [rule.meta.id, proposal.page, proposal.range?.start, proposal.resource].join(' ');
      drafts.set(key, (drafts.get(key) ?? 0) + 1);
      return draft(proposal, made);
    };
    Object.assign(rule, { draft: counting });
    t.after(() => Object.assign(rule, { draft }));
  }
  await build(site, { out: join(scratch, 'out'), browser: 'off', verify: 'off', cache: 'off' });
  assert.ok(drafts.size >= 4, `only ${drafts.size} changes were drafted`);
  assert.deepEqual(
    [...drafts].filter(([, count]) => count !== 1),
    [],
  );
});
