import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeRandom } from '../../../bench/random.js';
import { build } from '../../../lib/index.js';
import { drawSite, editAtRandom, readFolder, writeSite } from './random-edits.js';

/** Number of edits per site. `PAGETHRIFT_EDITS=100` tries more. */
const EDITS = Number(process.env.PAGETHRIFT_EDITS ?? 2);
/** Nothing here depends on a browser, and all kinds of changes are built without one. */
const OPTIONS = Object.freeze({ browser: 'off', verify: 'off', effort: 'fast', variants: ['gz'], jobs: 1 });

for (const kind of [0, 1, 2, 3]) {
  test(`site ${kind}: a build with the results of former builds equals one without, after any edits`, async (t) => {
    const scratch = mkdtempSync(join(tmpdir(), 'incremental-test-'));
    t.after(() => rmSync(scratch, { recursive: true }));
    const [folder, cache] = ['site', 'cache'].map((name) => join(scratch, name));
    const random = makeRandom(Number(process.env.PAGETHRIFT_SEED ?? 1997) + kind);
    const buildInto = async (/** @type {string} */ name, /** @type {string} */ from) => {
      const out = join(scratch, name);
      const { timing: _, ...report } = /** @type {any} */ (
        await build(folder, { .../** @type {any} */ (OPTIONS), out, cache: from, force: true })
      );
      return { report, files: readFolder(out) };
    };
    const files = drawSite(kind);
    writeSite(files, folder);
    await buildInto('warm', cache);
    for (let edit = 0; edit < EDITS; edit++) {
      const what = editAtRandom(files, random);
      writeSite(files, folder);
      const warm = await buildInto('warm', cache);
      const cold = await buildInto('cold', 'off');
      assert.deepEqual(warm.files, cold.files, `files after edit ${edit}: ${what}`);
      assert.deepEqual(warm.report, cold.report, `report after edit ${edit}: ${what}`);
    }
  });
}
