import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { rules } from '../rules/index.js';
import { openTestMakers } from './harness/makers.js';
import { listCases, readCase, runRule } from './harness/run-rule.js';

const makers = openTestMakers();
after(() => makers.close());

for (const rule of rules) {
  describe(rule.meta.id, () => {
    for (const { name, folder } of listCases(rule.meta.id)) {
      test(name, async () => {
        const expected = readJson(new URL('expect.json', folder));
        const options = readJson(new URL('options.json', folder));
        const boxes = readJson(new URL('boxes.json', folder)).boxes ?? [];
        const setting = { makers: makers.all, options, boxes, ...makers.lookerFor(rule) };
        const { proposals, files } = await runRule(rule, await readCase(folder), setting);
        assert.deepEqual(proposals.map(summarise), expected.proposals, 'proposals');
        const written = files.get('before.html')?.bytes;
        const wanted = new URL('after.html', folder);
        const sheet = new URL('after.css', folder);
        if (existsSync(sheet)) {
          assert.equal(
            Buffer.from(files.get('site.css')?.bytes ?? []).toString(),
            readFileSync(sheet, 'utf8'),
            'the sheet',
          );
        }
        if (!existsSync(wanted)) {
          assert.equal(written, undefined, 'the page must stay as it is');
          return;
        }
        if (process.env.UPDATE_GOLDEN && written) writeFileSync(wanted, written);
        assert.equal(Buffer.from(written ?? []).toString('latin1'), readFileSync(wanted, 'latin1'));
        const again = await runRule(rule, await readCase(folder, files), setting);
        assert.equal(again.files.get('before.html'), undefined, 'a second run must change nothing');
      });
    }
  });
}

/** @param {URL} url */
function readJson(url) {
  return existsSync(url) ? JSON.parse(readFileSync(url, 'utf8')) : {};
}

/** @param {import('../lib/plan/types.ts').Proposal} proposal */
function summarise({ page, messageId, resource, rejected }) {
  return { page, messageId, ...(resource ? { resource } : {}), ...(rejected ? { rejected } : {}) };
}
