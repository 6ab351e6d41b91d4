import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
/** @import { DecodedImage } from '../images/types.ts' */
/** @import { Context, Face, Lettering, Rejected } from './types.ts' */
/** @import { Heeds } from './doubt.js' */
/** @import { Tools } from './study.js' */
/** @import { OpenBrowser } from '../visit/browser/open.js' */
import { openBrowser } from '../visit/browser/open.js';
import { catalogue, withSmallCapitals } from './catalogue.js';
import { openFitter } from './fitter.js';
import { hashImage } from './hash-image.js';
import { letterImage } from './letter.js';
import { letterPair } from './pair.js';
import { openReader } from './reader.js';
import { reject } from './reject.js';

/** Changes whenever the same image may come out another way. */
const VERSION = 14;

/**
 * @typedef {object} Letterer
 * @property {(decoded: DecodedImage, context?: Context) => Promise<Lettering | Rejected>} letter
 * @property {() => Promise<void>} close
 *
 * @typedef {{ get(key: string): Promise<Uint8Array | null>, put(key: string, bytes: Uint8Array): Promise<unknown> }}
 *   Store
 */

/**
 * Opens what turns images of words into words; the engines and the browser start with the first image that needs them.
 * @param {{ browser?: string, share?: (() => Promise<OpenBrowser | null>) | null, language?: string, cache?: Store |
 *   null, fonts?: readonly Face[], heeds?: Heeds }} [options] `share` gives a browser that others use and close,
 *   instead of one of its own; `language` is the name of the reading data, `fonts` are faces to try besides the
 *   catalogue's: those of the site; `heeds` says which doubts decide: all but in a bench
 * @returns {Promise<Letterer>}
 */
export async function openLetterer({
  browser = 'auto',
  share = null,
  language = 'eng',
  cache = null,
  fonts = [],
  heeds = () => true,
} = {}) {
  /** @type {Promise<{ tools: Tools, close: () => Promise<void> } | null> | null} */
  let starting = null;
  const start = () => {
    const faces = withSmallCapitals([...catalogue, ...fonts]);
    starting ??= startTools(share ?? (() => openBrowser({ browser })), share !== null, language, { faces, heeds });
    return starting;
  };
  /** @type {Map<string, Promise<Lettering | Rejected>>} */
  const known = new Map();
  let turn = Promise.resolve();
  /** @param {() => Promise<Lettering | Rejected>} work one image at a time: they share one page */
  const inTurn = (work) => {
    const done = turn.then(work);
    turn = done.then(
      () => {},
      () => {},
    );
    return done;
  };
  return {
    letter: (decoded, context = {}) => {
      const key = keyOf(decoded, context, language);
      const result =
        known.get(key) ??
        recall(cache, key, () =>
          inTurn(async () => {
            const started = await start();
            const letter = context.hover ? letterPair : letterImage;
            if (started) return letter(started.tools, decoded, context);
            return reject('no-browser', 'no browser starts, so nothing can be fitted or checked');
          }),
        );
      known.set(key, result);
      return result;
    },
    close: async () => {
      await turn;
      await (await starting)?.close();
    },
  };
}

/**
 * @param {() => Promise<OpenBrowser | null>} open
 * @param {boolean} isShared
 * @param {string} language
 * @param {Pick<Tools, 'faces' | 'heeds'>} given
 */
async function startTools(open, isShared, language, given) {
  const opened = await open();
  if (!opened) return null;
  const [reader, fitter] = await Promise.all([
    openReader({ language }),
    openFitter(await opened.newPage(), given.faces),
  ]);
  return {
    tools: { reader, fitter, studies: new Map(), ...given },
    close: async () => {
      // Whoever shares a browser closes it, with every page of it.
      await Promise.all([reader.close(), isShared ? null : opened.close()]);
    },
  };
}

/**
 * What was once worked out for the same image; what failed for want of a browser is tried anew.
 * @param {Store | null} cache @param {string} key @param {() => Promise<Lettering | Rejected>} work
 * @returns {Promise<Lettering | Rejected>}
 */
async function recall(cache, key, work) {
  const slot = `lettering/${key}`;
  const remembered = await cache?.get(slot);
  if (remembered) return deserialize(remembered);
  const result = await work();
  if (cache && !('rejected' in result && result.rejected === 'no-browser')) await cache.put(slot, serialize(result));
  return result;
}

/** @param {DecodedImage} decoded @param {Context} context @param {string} language */
function keyOf(decoded, { siblings = [], hover, ...said }, language) {
  const images = [decoded, ...(hover ? [hover] : [])].map(hashImage);
  const parts = [VERSION, language, images, said, siblings.map(hashImage).sort()];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
