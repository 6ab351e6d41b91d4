/** @import { Picture } from '../../images/codecs/similarity.js' */
/** @import { OpenBrowser } from '../../visit/browser/open.js' */
/** @import { Made } from '../types.ts' */
/** @import { Maker } from './run-jobs.js' */

/** Bytes that an image must save to pay for the markup of its source. */
const SOURCE_BYTES = 100;

const UNABLE = 'no browser that renders JPEG XL is available';

/**
 * A browser that renders images, null if there is none, and a function that measures their similarity.
 * @typedef {object} Rendering
 * @property {() => Promise<OpenBrowser | null>} share
 * @property {(pair: { before: Picture, after: Picture }) => Promise<number>} compare
 */

/**
 * Creates the makers of modern forms of a JPEG in all its pixels.
 * @param {Rendering} rendering
 * @returns {{ 'modern-jpeg': Maker, 'rendered-jxl': Maker }}
 */
export function createJpegMakers({ share, compare }) {
  /** @type {WeakSet<OpenBrowser>} browsers that cannot decode JPEG XL */
  const unable = new WeakSet();
  const shareAble = async () => {
    const browser = await share();
    return browser && !unable.has(browser) ? browser : null;
  };
  return {
    /**
     * Makes the files to offer next to a JPEG, in the order of their sources: the repacked JPEG if it is smaller than
     * what `modern` makes, then that. Options: those of `modern`.
     */
    'modern-jpeg': async (bytes, options, _read, make) => {
      const modern = await make('modern', options);
      const recoded = modern.ok && modern.bytes ? [{ format: String(modern.data.format), bytes: modern.bytes }] : [];
      const smallest = recoded[0]?.bytes ?? bytes;
      const repacked = await repack(smallest.length - SOURCE_BYTES, { target: options.target, share: shareAble, make });
      if (!repacked) return modern.ok ? offer(recoded) : modern;
      return offer([{ format: 'jxl', bytes: repacked }, ...recoded.filter((form) => isWorth(form.bytes, bytes))]);
    },

    /** Makes a repacked JPEG that is similar as rendered. Options: `target`, and `browser`, which renders it. */
    'rendered-jxl': async (bytes, { target }, _read, make) => {
      const [browser, made] = [await shareAble(), await make('jxl', {})];
      if (!made.ok || !made.bytes) return made;
      if (!browser) return { ok: false, reason: 'no-browser', message: UNABLE };
      const { drawImages } = await import('../../visit/browser/draw-images.js');
      const files = [
        { bytes, type: 'image/jpeg' },
        { bytes: made.bytes, type: 'image/jxl' },
      ];
      const [before, after] = await drawImages(browser, files);
      if (!before) return { ok: false, reason: 'broken', message: 'the browser does not decode it' };
      if (!after) {
        unable.add(browser);
        return { ok: false, reason: 'no-browser', message: UNABLE };
      }
      const isOfSize = before.width === after.width && before.height === after.height;
      const similarity = isOfSize ? await compareParts(before.parts, after.parts, compare) : 0;
      if (similarity >= Number(target)) return { ok: true, bytes: made.bytes, data: { ...made.data, similarity } };
      const message = `as JPEG XL it is rendered with a similarity of ${similarity.toFixed(1)}`;
      return { ok: false, reason: 'looks-different', message };
    },
  };
}

/**
 * Returns the least similarity of the parts of two images.
 * @param {readonly Picture[]} before @param {readonly Picture[]} after @param {Rendering['compare']} compare
 */
async function compareParts(before, after, compare) {
  let least = Infinity;
  for (const [at, part] of before.entries()) least = Math.min(least, await compare({ before: part, after: after[at] }));
  return least;
}

/**
 * Returns a JPEG repacked as JPEG XL, null if it is too large or not similar as rendered.
 * @param {number} maxBytes
 * @param {{ target: unknown, share: Rendering['share'], make: Parameters<Maker>[3] }} how
 */
async function repack(maxBytes, { target, share, make }) {
  const browser = await share();
  if (!browser) return null;
  const made = await make('jxl', {});
  if (!made.ok || !made.bytes || made.bytes.length > maxBytes) return null;
  const rendered = await make('rendered-jxl', { target, browser: `${browser.name} ${browser.version}` });
  return rendered.ok && rendered.bytes ? rendered.bytes : null;
}

/** @param {Uint8Array} after @param {Uint8Array} before */
function isWorth(after, before) {
  return after.length + SOURCE_BYTES <= before.length;
}

/** @param {readonly { format: string, bytes: Uint8Array }[]} files @returns {Made} */
function offer(files) {
  return { ok: true, data: { files } };
}
