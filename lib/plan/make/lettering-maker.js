/** @import { Made } from '../types.ts' */
/** @import { Context } from '../../text-images/types.ts' */
/** @import { Maker } from './run-jobs.js' */

/**
 * The maker `lettering`: reads the words of an image and sets them as text, in the browser that is started for the
 * first. Options: `context` (what the page says of the image), `siblings` (site paths of images that may share its
 * background) and `hover`, that of them which takes its place under the mouse.
 * @param {{ browser?: string, share?: (() => Promise<import('../../visit/browser/open.js').OpenBrowser | null>) |
 * null }}
 *   options `share` gives the browser that a run has, so that none of its own is started
 * @returns {{ letter: Maker, close: () => Promise<void> }}
 */
export function openLetteringMaker({ browser = 'auto', share = null }) {
  /** @type {ReturnType<typeof import('../../text-images/open.js').openLetterer> | null} */
  let opening = null;
  return {
    letter: async (bytes, options, read) => {
      // Codecs and readers take a second to load, and many a site has no image of words.
      const { decodeImage } = await import('../../images/codecs/decode.js');
      const decoded = await decodeImage(bytes);
      if ('broken' in decoded) return { ok: false, reason: 'broken', message: decoded.broken };
      /** @type {Map<string, import('../../images/types.ts').DecodedImage>} */
      const siblings = new Map();
      for (const path of /** @type {string[]} */ (options.siblings ?? [])) {
        const sibling = await decodeImage(read(path) ?? new Uint8Array());
        if (!('broken' in sibling)) siblings.set(path, sibling);
      }
      const hover = siblings.get(String(options.hover));
      if (options.hover && !hover) return { ok: false, reason: 'broken', message: `${options.hover} is no image` };
      opening ??= import('../../text-images/open.js').then(({ openLetterer }) => openLetterer({ browser, share }));
      const letterer = await opening;
      const result = await letterer.letter(decoded, {
        .../** @type {Context} */ (options.context ?? {}),
        siblings: [...siblings.values()],
        ...(hover ? { hover } : {}),
      });
      return 'rejected' in result ? refuse(result) : deliver(result);
    },
    close: async () => (await opening)?.close(),
  };
}

/**
 * @param {import('../../text-images/types.ts').Rejected} result
 * @returns {Made}
 */
function refuse({ rejected, detail, text }) {
  if (!text) return { ok: false, reason: rejected, message: detail };
  return { ok: false, reason: rejected, message: `${detail} (it may say “${text}”)`, text };
}

/**
 * @param {import('../../text-images/types.ts').Lettering} lettering
 * @returns {Promise<Made>}
 */
async function deliver({ graphic, ...lettering }) {
  if (!graphic) return { ok: true, data: lettering };
  const { box, rgba, key } = graphic;
  const { encodePng } = await import('../../images/codecs/png-encode.js');
  const bytes = encodePng({ width: box.width, height: box.height, rgba }, { effort: 'balanced' });
  return { ok: true, bytes, data: { ...lettering, graphic: { box, key } } };
}
