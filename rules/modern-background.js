/** @import { ImageFacts } from '../lib/images/types.ts' */
/** @import { Edit, Facts, Proposal, Rule } from '../lib/plan/types.ts' */
/** @import { Document, Page, Reference, SitePath } from '../lib/site/types.ts' */

import { exact } from '../lib/base/exact.js';
import { isHydrated } from '../lib/site/page/hydration.js';
import { declarationOf, densitiesFor, otherLayers, writeOffer } from './kit/background-set.js';
import { imagesShown, isNamedByScript, proposeFile, renameFile } from './kit/image-files.js';
import { standsLoss } from './kit/modern-forms.js';
import { EFFORT, TARGET } from './kit/picture-options.js';
import { editsIn } from './kit/proposed.js';

/** @typedef {{ readonly width: number, readonly height: number, readonly bytes: Uint8Array }} Candidate */

const FORMATS = exact(['png', 'jpeg', 'webp']);
/** Rules that shrink the original file, which few browsers fetch after this change. */
const OTHERS = Object.freeze(['requantize-jpeg', 'heavy-jpeg', 'heavy-png']);

/** @type {Rule<Document>} */
export default {
  meta: {
    id: 'modern-background',
    category: 'image',
    summary: 'Offers backgrounds in a modern format, in the size that each screen density needs.',
    why:
      'A background image cannot use a picture element, but `image-set()` has the same effect: each browser ' +
      'chooses a format that it supports, in the resolution of its screen. The original declaration stays in front ' +
      'of it for browsers without support.',
    default: 'on',
    safety: 'visual',
    documents: ['page', 'sheet'],
    reads: ['images', 'references', 'boxes', 'sizes', 'scripts', 'usage', 'options'],
    options: {
      effort: EFFORT,
      lossy: {
        type: 'boolean',
        default: true,
        description: 'Recompresses photographs with loss, as AVIF.',
      },
      target: TARGET,
    },
    messages: {
      modern: '{name} is a background that may be smaller as {format}, offered in addition to it.',
      scripted: '{name} may be smaller as {format}, but a script looks it up by name.',
    },
    since: '0.2.0',
  },

  detect(document, facts) {
    if (document.kind === 'page' && isHydrated(/** @type {Page} */ (document), facts.scripts.images)) return [];
    const isFit = (/** @type {ImageFacts} */ { format, frames, inks, broken }) =>
      FORMATS.some((each) => each === format) && frames === 1 && !inks && !broken;
    return imagesShown(facts, isFit).flatMap((file) => propose(document, file, facts));
  },

  jobs: ({ resource, data: { sizes, effort, target } }) => [
    sizes
      ? { maker: 'avif-ladder', resource: String(resource), options: { sizes, effort, target } }
      : { maker: 'webp-lossless', resource: String(resource), options: { effort } },
  ],

  draft({ resource, data }, [made]) {
    if (!made.ok) return { edits: [] };
    const names = /** @type {string[]} */ (data.names);
    const made0 = made.bytes ? [{ bytes: made.bytes }] : /** @type {Candidate[]} */ (made.data.files);
    const files = made0.map(({ bytes }, index) => {
      const file = { path: names[index], bytes };
      return index === 0 ? { ...file, insteadOf: String(resource) } : { ...file, isSpare: exact(true) };
    });
    const claims = /** @type {import('../lib/plan/types.ts').Claim[]} */ (data.claims);
    return { edits: editsIn(data), files, claims, proof: 'judged' };
  },
};

/**
 * @param {Document} document
 * @param {{ image: ImageFacts, path: string, references: Reference[] }} file
 * @param {Facts} facts
 * @returns {Proposal[]}
 */
function propose(document, file, facts) {
  const { path, image, references } = file;
  const withLoss = facts.options.lossy === true && standsLoss(image);
  if (image.format !== 'png' && !withLoss) return [];
  if (references.some((one) => one.passedOver)) return [];
  const places = references.map((reference) => declarationOf(document, reference));
  const sizes = withLoss ? densitiesFor(path, image, facts) : null;
  const extensions = sizes ? sizes.map(({ width }) => `.${width}w.avif`) : ['.webp'];
  const names = extensions.map((extension) => renameFile(path, extension, facts.sizes));
  if (places.some((place) => place && !isHeaviestLayer(path, place, facts))) return [];
  const edits = places.map((place) => place && writeOffer(place, image, names));
  const whole = edits.flatMap((edit) => edit ?? []);
  if (whole.length < references.length) return [];
  const { effort, target } = facts.options;
  const data = {
    ...{ edits: whole, sizes, effort, target, names: names.map((name) => name.path) },
    claims: places.flatMap((place) => (place ? { document: document.path, range: place.whole } : [])),
    format: sizes ? 'AVIF' : 'WebP',
  };
  const extension = path.split('.').at(-1)?.toLowerCase() ?? '';
  return isNamedByScript(facts, path, extension)
    ? [{ ...proposeFile('modern-background', document, file, 'scripted', data), rejected: 'in-use-by-script' }]
    : [
        {
          ...proposeFile('modern-background', document, file, 'modern', data),
          ...(sizes ? { supersedes: OTHERS } : {}),
        },
      ];
}

/**
 * Returns true if no other layer of a declaration has a larger image. Only one of them can be offered in another
 * format, because the second declaration repeats the rest of the first.
 * @param {SitePath} path
 * @param {NonNullable<ReturnType<typeof declarationOf>>} place
 * @param {Facts} facts
 */
function isHeaviestLayer(path, place, { references, sizes }) {
  const sizeOf = (/** @type {SitePath} */ name) => sizes.get(name) ?? Number.POSITIVE_INFINITY;
  return otherLayers(place, references).every(
    ({ target }) => target.kind === 'file' && sizeOf(target.path) < sizeOf(path),
  );
}
