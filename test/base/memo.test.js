import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { createNote, readNote } from '../../lib/base/working-on.js';

test('each new result of a stage is a sign of life: a run with many of them is not taken for stuck', async () => {
  const memo = JSON.stringify(new URL('../../lib/base/memo.js', import.meta.url));
  const program = `import(${memo}).then(({ NO_MEMO, recallOr }) => {
    for (let page = 0; page < 10; page++) recallOr(NO_MEMO, 'price', String(page), () => page);
  });`;
  const note = createNote();
  const run = new Worker(program, { eval: true, workerData: { pagethriftNote: note } });
  await once(run, 'exit');
  assert.equal(readNote(note).count, 10);
});
