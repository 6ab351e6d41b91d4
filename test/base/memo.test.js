import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { createNote, readNote } from '../../lib/base/working-on.js';

/**
 * Returns the signs of life of a program in a thread of a run.
 * @param {string} program
 */
async function countSigns(program) {
  const note = createNote();
  await once(new Worker(program, { eval: true, workerData: { pagethriftNote: note } }), 'exit');
  return readNote(note).count;
}

test('each result of a stage is a sign of life: a run with many of them is not taken for stuck', async () => {
  const memo = JSON.stringify(new URL('../../lib/base/memo.js', import.meta.url));
  const program = `import(${memo}).then(({ NO_MEMO, recallOr }) => {
    for (let page = 0; page < 10; page++) recallOr(NO_MEMO, 'price', String(page), () => page);
    const full = { ...NO_MEMO, recall: () => 'known' };
    for (let page = 0; page < 10; page++) recallOr(full, 'price', String(page), () => page);
  });`;
  assert.equal(await countSigns(program), 20);
});

test('each part of records that a run keeps is a sign of life: a large site has a thousand', async () => {
  const name = (/** @type {string} */ path) => JSON.stringify(new URL(path, import.meta.url));
  const program = `Promise.all([
    import(${name('../../lib/run/cache/trails.js')}),
    import(${name('../../lib/run/cache/part-forms.js')}),
  ]).then(([{ Trails }, { BYTES_FORM }]) => {
    const records = { get: () => null, put: () => {}, remove: () => {} };
    const trails = new Trails(records, 'site', BYTES_FORM, new Set(['read']), () => new Uint8Array(1));
    for (let page = 0; page < 5120; page++) trails.note('read@1/' + page);
    trails.keep();
  });`;
  assert.ok((await countSigns(program)) >= 10);
});

test('each image that is decomposed is a sign of life: a site can have hundreds of them', async () => {
  const name = (/** @type {string} */ path) => JSON.stringify(new URL(path, import.meta.url));
  const program = `Promise.all([import(${name('../../lib/text-images/decompose/decompose.js')}), import(${name(
    '../text-images/pictures.js',
  )})]).then(([{ decompose }, { drawLetters, toPicture }]) => {
    decompose(['HE', 'LT', 'TI'].map((text) => toPicture(drawLetters(text, () => 90), text)));
  });`;
  assert.ok((await countSigns(program)) >= 3);
});
