import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createJpegMakers } from '../../../lib/plan/make/jpeg-maker.js';

/** @import { Made } from '../../../lib/plan/types.ts' */
/** @import { Maker } from '../../../lib/plan/make/run-jobs.js' */

const JPEG = new Uint8Array(10_000);
const PART = { width: 1, height: 1, rgba: new Uint8Array(4) };
const PIXEL = { width: 1, height: 1, parts: [PART] };
const TARGET = 90;

/** @param {number} size @param {string} format @returns {Made} */
const made = (size, format) => ({ ok: true, bytes: new Uint8Array(size), data: { format } });
/** @type {Made} */
const REFUSED = { ok: false, reason: 'not-smaller', message: 'nothing smaller is similar' };

/**
 * Makes the modern forms of a JPEG from given results. Returns formats and sizes, and the number of renderings.
 * @param {{ modern: Made, jxl: Made, similarity?: number | readonly number[], drawn?: readonly (typeof PIXEL |
 *   null)[], hasBrowser?: boolean, times?: number }} given
 */
async function makeForms({ modern, jxl, similarity = 95, drawn = [PIXEL, PIXEL], hasBrowser = true, times = 1 }) {
  let renderings = 0;
  const similarities = [similarity].flat();
  const withPage = async () => {
    renderings += 1;
    return drawn;
  };
  const browser = /** @type {import('../../../lib/visit/browser/open.js').OpenBrowser} */ (
    /** @type {unknown} */ ({ name: 'Test', version: '1', withPage })
  );
  const makers = createJpegMakers({
    share: async () => (hasBrowser ? browser : null),
    compare: async () => similarities.shift() ?? 0,
  });
  const read = () => null;
  /** @type {Parameters<Maker>[3]} */
  const make = async (maker, options) =>
    maker === 'rendered-jxl' ? makers[maker](JPEG, options, read, make) : maker === 'jxl' ? jxl : modern;
  /** @type {Made} */
  let result = REFUSED;
  for (let time = 0; time < times; time++) result = await makers['modern-jpeg'](JPEG, { target: TARGET }, read, make);
  const files = /** @type {{ format: string, bytes: Uint8Array }[]} */ (result.ok ? result.data.files : []);
  return { files: files.map(({ format, bytes }) => `${format} ${bytes.length}`), result, renderings };
}

test('a repacked JPEG is offered before other forms, if it is smaller by more than its markup', async () => {
  const forms = async (/** @type {Made} */ modern, /** @type {Made} */ jxl) => (await makeForms({ modern, jxl })).files;
  assert.deepEqual(await forms(made(8000, 'avif'), made(7000, 'jxl')), ['jxl 7000', 'avif 8000']);
  assert.deepEqual(await forms(made(8000, 'avif'), made(7950, 'jxl')), ['avif 8000']);
  assert.deepEqual(await forms(made(8000, 'webp'), REFUSED), ['webp 8000']);
  assert.deepEqual(await forms(REFUSED, made(8000, 'jxl')), ['jxl 8000']);
});

test('what does not pay for its own source is not offered behind a repacked JPEG', async () => {
  const { files } = await makeForms({ modern: made(9950, 'avif'), jxl: made(8000, 'jxl') });
  assert.deepEqual(files, ['jxl 8000']);
});

test('a repacked JPEG that a browser renders too differently is not offered', async () => {
  const given = { modern: made(8000, 'avif'), jxl: made(7000, 'jxl') };
  assert.deepEqual((await makeForms({ ...given, similarity: TARGET - 0.1 })).files, ['avif 8000']);
  const larger = { ...PIXEL, width: 2 };
  assert.deepEqual((await makeForms({ ...given, drawn: [PIXEL, larger] })).files, ['avif 8000']);
  assert.deepEqual((await makeForms({ ...given, modern: REFUSED, similarity: 50 })).result, REFUSED);
});

test('the part of a large image that differs most decides', async () => {
  const given = { modern: made(8000, 'avif'), jxl: made(7000, 'jxl') };
  const bands = { ...PIXEL, parts: [PART, PART] };
  const formsAt = async (/** @type {number[]} */ ...similarity) =>
    (await makeForms({ ...given, drawn: [bands, bands], similarity })).files;
  assert.deepEqual(await formsAt(95, TARGET), ['jxl 7000', 'avif 8000']);
  assert.deepEqual(await formsAt(95, TARGET - 1), ['avif 8000']);
});

test('without a browser that renders JPEG XL nothing changes, and it is tried once', async () => {
  const given = { modern: made(8000, 'avif'), jxl: made(7000, 'jxl'), times: 3 };
  const without = await makeForms({ ...given, hasBrowser: false });
  assert.deepEqual([without.files, without.renderings], [['avif 8000'], 0]);
  const unable = await makeForms({ ...given, drawn: [PIXEL, null] });
  assert.deepEqual([unable.files, unable.renderings], [['avif 8000'], 1]);
});
