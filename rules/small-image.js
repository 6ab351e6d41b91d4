/** @import { ImageFacts } from '../lib/images/types.ts' */
/** @import { Facts, Job, Proposal, Rule } from '../lib/plan/types.ts' */
/** @import { Document, Range, Reference, SitePath } from '../lib/site/types.ts' */

import { canHold } from './kit/data-url.js';
import { guardJobs, mayHold, mayHoldData } from './kit/inline.js';
import { lossOf, plainImages, standsLoss } from './kit/modern-forms.js';
import { wrapInPicture, wrappingOf } from './kit/picture.js';
import { TARGET } from './kit/picture-options.js';
import { findPutBack } from './kit/put-back.js';
import { isWatched } from './kit/scripted.js';
import { maxToSend, maxToSendAlone, mayBecomeSmall } from './kit/small-enough.js';

/** @type {Readonly<Record<string, string>>} */
const TYPES = { gif: 'image/gif', png: 'image/png', apng: 'image/png', jpeg: 'image/jpeg', svg: 'image/svg+xml' };

const HELD = new Set([...Object.values(TYPES), 'image/apng']);

/** @typedef {{ readonly range: Range, readonly wrapping: import('./kit/picture.js').Wrapping | null }} Place */

/** @type {Rule<Document>} */
export default {
  meta: {
    id: 'small-image',
    category: 'delivery',
    summary: 'Inlines tiny images into the page or style sheet as data URLs.',
    why:
      'A request and its response headers take some hundred bytes. A small image costs less if it is sent with the ' +
      'document.',
    default: 'on',
    levels: { visual: { options: { lossy: true } }, lossy: { options: { lossy: true } } },
    safety: 'safe',
    documents: ['page', 'sheet'],
    reads: ['images', 'references', 'scripts', 'sheets', 'sizes', 'usage', 'options'],
    options: {
      mostBytes: { type: 'number', default: 4096, description: 'Max bytes of an inlined image.' },
      mostPages: {
        type: 'number',
        default: 1,
        description: 'Max number of pages that inline an image of that size. The limit is higher for smaller images.',
      },
      mostAlone: { type: 'number', default: 65536, description: 'Max bytes of an image in a page with little else.' },
      lossy: {
        type: 'boolean',
        default: false,
        description: 'Recompresses photographs with loss, as AVIF or WebP. Not available with `--safety safe`.',
      },
      target: TARGET,
    },
    messages: {
      small: '{name} of {bytes} bytes can be sent with the document that uses it.',
      scripted: '{name} of {bytes} bytes could be sent with the document, but a script uses it.',
    },
    since: '0.1.0',
  },

  detect(document, facts) {
    if (document.kind === 'page' && !mayHoldData(document)) return [];
    const shown = Map.groupBy(facts.references, ({ target }) => (target.kind === 'file' ? target.path : null));
    return [...shown].flatMap(([path, references]) =>
      path === null ? [] : propose(document, path, references, facts),
    );
  },

  jobs: ({ resource, data: { type, forms, guards } }) => [
    type === TYPES.svg
      ? { maker: 'data-uri', resource: String(resource), options: { type } }
      : { maker: 'smallest', resource: String(resource), options: Object(forms) },
    .../** @type {Job[]} */ (guards),
  ],

  draft({ resource, data }, [made]) {
    if (!made.ok) return { edits: [] };
    const places = /** @type {Place[]} */ (data.places);
    const format = String(made.data.format);
    const type = TYPES[format] ?? `image/${format}`;
    const uri = String(made.data.uri ?? `data:${type};base64,${Buffer.from(made.bytes ?? []).toString('base64')}`);
    const carries = [{ path: String(resource) }];
    if (made.data.uri || format in TYPES) return { carries, edits: places.map(({ range }) => ({ range, text: uri })) };
    return {
      carries,
      edits: places.flatMap(({ range, wrapping }) =>
        wrapping ? wrapInPicture(wrapping, range, [{ candidates: uri, type }]) : [],
      ),
    };
  },
};

/**
 * @param {Document} document
 * @param {SitePath} path
 * @param {readonly Reference[]} references every reference of the document to this file
 * @param {Facts} facts
 * @returns {Proposal[]}
 */
function propose(document, path, references, facts) {
  const { images, sizes, usage, options, scripts } = facts;
  if (!references.every((reference) => canHold(document, reference))) return [];
  const image = images.get(path);
  const isDrawing = image ? image.format === 'svg' : /\.svg$/i.test(path);
  const type = isDrawing ? TYPES.svg : image && !image.broken && `image/${image.format}`;
  // A template language would interpret markup inside the data URL of an SVG.
  if (type === TYPES.svg && document.kind === 'page' && !mayHold(document)) return [];
  const plain = options.lossy === true && document.kind === 'page' ? plainImages(document, references, facts) : [];
  // A source that a script sets on an image has no effect if a `<source>` precedes it.
  const isSwapped = scripts.handlesImages || plain.some(({ element }) => isWatched(element, scripts));
  const mayBeModern = plain.length === references.length && !isSwapped;
  if (!type || !HELD.has(type)) return [];

  const bytes = sizes.get(path) ?? 0;
  const usages = usage.get(path) ?? [];
  const alone = maxToSendAlone(document, path, usages, facts);
  if (type === 'image/jpeg' && !mayBeModern && alone === 0) return [];
  const most = Math.max(maxToSend(usages, references.length, options), alone);
  const modern = mayBeModern && image && (standsLoss(image) ? 'lossy' : 'lossless');
  if (!mayBecomeSmall(bytes, image, type === TYPES.svg ? 'drawing' : modern || 'lossless', most)) return [];

  const putBack = findPutBack(document, references, path, facts);
  const name = path.split('/').at(-1);
  const shown = { usages, sheets: facts.sheets, target: Number(options.target) };
  const data = {
    name,
    bytes,
    type,
    forms: {
      mostBytes: most,
      ...(modern === 'lossy' ? { target: options.target } : {}),
      ...(modern ? { modern, ...lossOf(plain, /** @type {ImageFacts} */ (image), shown) } : {}),
    },
    places: [
      ...references.map(({ range }, index) => ({
        range,
        wrapping: mayBeModern ? wrappingOf(plain[index].element, facts.sheets) : null,
      })),
      ...(putBack ?? []).map((range) => ({ range, wrapping: null })),
    ],
    guards: guardJobs(facts, null),
  };
  const range = references.length === 1 ? references[0].range : null;
  const proposal = { rule: 'small-image', page: document.path, range, resource: path, data };
  const isWalked = scripts.readsSources && references.some(({ role }) => role === 'image');
  // A data URL with markup cannot be written into a handler.
  const isText = type === TYPES.svg && putBack !== null && putBack.length > 0;
  return putBack === null || isWalked || isText
    ? [{ ...proposal, messageId: 'scripted', rejected: 'in-use-by-script' }]
    : [{ ...proposal, messageId: 'small' }];
}
