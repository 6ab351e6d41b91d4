/** @import { Edit, Element, Facts, Page, Reference, Rule } from '../lib/types.ts' */

import { imagesShown, proposeFile, renameFile, replaceFile } from './shared/image-files.js';

/** @type {Rule} */
export default {
  meta: {
    id: 'modern-image',
    category: 'image',
    summary: 'Offers images in a modern format too, with the original for browsers that do not know it.',
    why: 'WebP holds most pictures without loss in fewer bytes than PNG, and AVIF photographs with less loss to the eye than JPEG. A picture element lets each browser take what it knows.',
    default: 'advise',
    safety: 'visual',
    reads: ['images', 'references', 'sizes', 'scripts', 'options'],
    options: {
      effort: {
        type: 'string',
        default: 'balanced',
        description: 'How long to look for a smaller form: fast, balanced or max.',
      },
      lossy: {
        type: 'boolean',
        default: false,
        description: 'Whether photographs may be coded anew with loss, as AVIF or WebP.',
      },
      target: {
        type: 'number',
        default: 85,
        description: 'With loss: the similarity that must be measured at least, by SSIMULACRA 2.',
      },
    },
    messages: {
      modern: '{name} may take fewer bytes as {format}, offered beside it',
      scripted: '{name} may take fewer bytes as {format}, but a script may put another image in its place',
      broken: '{name} cannot be made smaller: it {why}',
    },
    since: '0.1.0',
  },

  detect(document, facts) {
    const page = /** @type {Page} */ (document);
    const lossy = facts.options.lossy === true;
    const formats = lossy ? ['png', 'jpeg'] : ['png', 'gif'];
    return imagesShown(facts, ({ format, frames }) => formats.includes(format) && frames === 1).flatMap((file) => {
      const elements = plainImages(page, file.references);
      if (elements.length === 0) return [];
      const forms = Object.fromEntries(
        (lossy ? /** @type {const} */ (['avif', 'webp']) : /** @type {const} */ (['webp'])).map((format) => {
          const name = renameFile(file.path, `.${format}`, facts.sizes);
          const edits = elements.flatMap(({ element, reference }) => wrap(page, element, reference, format, name));
          return [format, { to: name.path, edits }];
        }),
      );
      if (forms.webp.edits.length === 0) return [];
      const { effort, target } = facts.options;
      const data = { format: lossy ? 'AVIF or WebP' : 'WebP', lossy, effort, target, forms };
      if (isScripted(elements, facts)) {
        return { ...proposeFile('modern-image', document, file, 'scripted', data), rejected: 'in-use-by-script' };
      }
      return proposeFile('modern-image', document, file, 'modern', data);
    });
  },

  jobs: ({ resource, data }) => [
    {
      maker: data.lossy ? 'modern' : 'webp-lossless',
      resource: /** @type {string} */ (resource),
      options: data.lossy ? { effort: data.effort, target: data.target } : { effort: data.effort },
    },
  ],

  apply(proposal, [made]) {
    if (!made.ok) return { edits: [] };
    const forms = /** @type {Record<string, { to: string, edits: Edit[] }>} */ (proposal.data.forms);
    const { edits, files = [] } = replaceFile({ ...proposal, data: forms[String(made.data.format ?? 'webp')] }, made);
    return { edits, files: files.map((file) => ({ ...file, insteadOf: proposal.resource ?? file.path })) };
  },
};

/**
 * The `<img>` elements that show the file and nothing else, outside of any `<picture>`.
 * @param {Page} page
 * @param {readonly Reference[]} references
 */
function plainImages(page, references) {
  return references.flatMap((reference) => {
    const element = reference.element === null ? null : page.elements[reference.element];
    if (element?.tag !== 'img' || element.inert || reference.attribute !== 'src' || reference.odd) return [];
    if (element.attributes.has('srcset') || element.parent?.tag === 'picture') return [];
    return [{ element, reference }];
  });
}

/**
 * @param {readonly { element: Element }[]} found
 * @param {Facts} facts
 */
function isScripted(found, { scripts }) {
  if (scripts.walksImages) return true;
  return found.some(({ element }) =>
    ['name', 'id'].some((attribute) => scripts.words.has(element.attributes.get(attribute)?.value ?? '')),
  );
}

/**
 * Puts a `<picture>` around an image, with the new file as its first choice.
 * @param {Page} page
 * @param {Element} element
 * @param {Reference} reference
 * @param {string} format
 * @param {{ from: string, to: string }} name
 * @returns {Edit[]}
 */
function wrap(page, { startTag }, reference, format, { from, to }) {
  const written = page.source.slice(reference.range.start, reference.range.end);
  const length = reference.suffix === '' ? written.length : written.search(/\?|(?<!&)#/);
  // A source set is split at spaces and commas.
  if (!written.slice(0, length).endsWith(from) || /[\s,"]/.test(written)) return [];
  const url = written.slice(0, length - from.length) + to + written.slice(length);
  return [
    {
      range: { start: startTag.start, end: startTag.start },
      text: `<picture><source srcset="${url}" type="image/${format}">`,
    },
    { range: { start: startTag.end, end: startTag.end }, text: '</picture>' },
  ];
}
