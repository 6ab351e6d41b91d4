/** @import { Edit, Facts, Proposal, Rule } from '../lib/plan/types.ts' */
/** @import { Page, Reference } from '../lib/site/types.ts' */

import { isNamedByScript, proposeFile, renameFile, replaceFile } from './kit/image-files.js';

/** @typedef {{ readonly width: number, readonly height: number }} Size */

/** @type {Rule} */
export default {
  meta: {
    id: 'large-icon',
    category: 'image',
    summary: 'Shrinks icons to the size that the page declares for them.',
    why:
      'An icon of 512 pixels declared as `sizes="32x32"` is fetched with every first visit and rendered in a tab. ' +
      'The page then references an icon of the declared size, and the original file stays available under its ' +
      'name. Home screen icons and images for social networks are left unchanged, because no visit fetches them.',
    default: 'on',
    safety: 'visual',
    reads: ['images', 'references', 'sizes', 'scripts', 'options'],
    options: {
      effort: {
        type: 'string',
        default: 'balanced',
        description: 'Effort of the search for a smaller file: fast, balanced or max.',
      },
    },
    messages: {
      large: '{name} has {width} x {height} pixels and is declared as an icon of {declared}.',
      scripted: '{name} is larger than its declared size, but a script looks it up by name.',
    },
    since: '0.2.0',
  },

  detect(document, facts) {
    return facts.references.flatMap((reference) => propose(document, reference, facts));
  },

  jobs: ({ resource, data: { fit, effort } }) => [
    { maker: 'resized-png', resource: String(resource), options: { fit, effort } },
  ],

  draft: (proposal, [made]) => replaceFile(proposal, made),
};

/**
 * @param {Page} page
 * @param {Reference} reference
 * @param {Facts} facts
 * @returns {Proposal[]}
 */
function propose(page, { role, element, target, range, odd, suffix }, facts) {
  if (role !== 'icon' || element === null || target.kind !== 'file' || odd || suffix !== '') return [];
  const image = facts.images.get(target.path);
  const fit = declaredSize(page.elements[element].attributes.get('sizes')?.value ?? '');
  if (image?.format !== 'png' || image.broken || image.frames !== 1 || !fit || fit.width >= image.width) return [];
  if (fit.width * image.height !== fit.height * image.width) return [];
  const { path: to, from, to: end } = renameFile(target.path, `.${fit.width}w.png`, facts.sizes);
  if (!page.source.slice(range.start, range.end).endsWith(from)) return [];
  /** @type {Edit[]} */
  const edits = [{ range: { start: range.end - from.length, end: range.end }, text: end }];
  const declared = `${fit.width} x ${fit.height}`;
  const data = { edits, to, fit, declared, effort: facts.options.effort };
  const file = { path: target.path, image };
  const proposal = { ...proposeFile('large-icon', page, file, 'large', data), range };
  return isNamedByScript(facts, target.path, 'png')
    ? [{ ...proposal, messageId: 'scripted', rejected: 'in-use-by-script' }]
    : [proposal];
}

/**
 * Returns the largest size that an icon is declared for, or null if it is declared for any size.
 * @param {string} sizes
 * @returns {Size | null}
 */
function declaredSize(sizes) {
  const words = sizes.trim().split(/\s+/);
  const found = words.map((word) => /^(\d{1,4})x(\d{1,4})$/i.exec(word));
  if (found.includes(null)) return null;
  const [largest] = found
    .map((match) => ({ width: Number(match?.[1]), height: Number(match?.[2]) }))
    .sort((a, b) => b.width - a.width);
  return largest.width * largest.height > 0 ? largest : null;
}
