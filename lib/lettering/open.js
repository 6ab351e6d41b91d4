/** @import { DecodedImage } from '../types.ts' */
/** @import { Context, Lettering, Rejected } from './types.ts' */
import { openBrowser } from '../browser/open.js';
import { catalogue } from './catalogue.js';
import { openFitter } from './fitter.js';
import { letterImage, reject } from './letter.js';
import { openReader } from './reader.js';

/**
 * @typedef {object} Letterer
 * @property {(decoded: DecodedImage, context?: Context) => Promise<Lettering | Rejected>} letter
 * @property {() => Promise<void>} close
 */

/**
 * Opens what turns images of words into words; the engines and the browser start with the first image that needs them.
 * @param {{ browser?: string }} [options]
 * @returns {Promise<Letterer>}
 */
export async function openLetterer({ browser = 'auto' } = {}) {
  /** @type {Promise<any> | null} */
  let tools = null;
  const start = async () => {
    const [opened, reader] = await Promise.all([openBrowser({ browser }), openReader()]);
    if (!opened) {
      await reader.close();
      return null;
    }
    return { opened, reader, studies: new Map(), fitter: await openFitter(await opened.newPage(), catalogue) };
  };
  let turn = Promise.resolve();
  return {
    letter: (decoded, context = {}) => {
      const work = turn.then(async () => {
        tools ??= start();
        const ready = await tools;
        if (!ready) return reject('no-browser', 'no browser starts, so nothing can be fitted or checked');
        return letterImage(ready, decoded, context);
      });
      turn = work.then(
        () => {},
        () => {},
      );
      return work;
    },
    close: async () => {
      const ready = await tools;
      if (ready) await Promise.all([ready.reader.close(), ready.opened.close()]);
    },
  };
}
