import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** @import { Face } from './types.ts' */

const { resolve } = createRequire(import.meta.url);

/**
 * @typedef {object} Family
 * @property {string} family what a style sheet asks for first
 * @property {string} stack
 * @property {string} pack the package whose files stand in for it, or the path of files of our own
 * @property {readonly string[]} styles weight and slant of the files there are
 */

const ALL = ['400-normal', '700-normal', '400-italic', '700-italic'];

/** @type {readonly Family[]} */
const FAMILIES = [
  { family: 'Arial', stack: 'Arial,sans-serif', pack: 'arimo', styles: ALL },
  { family: 'Verdana', stack: 'Verdana,sans-serif', pack: 'dejavu-sans', styles: ALL },
  { family: 'Times New Roman', stack: 'Times New Roman,serif', pack: 'tinos', styles: ALL },
  { family: 'Georgia', stack: 'Georgia,serif', pack: 'gelasio', styles: ALL },
  { family: 'Courier New', stack: 'Courier New,monospace', pack: 'cousine', styles: ALL },
  { family: 'DejaVu Serif', stack: 'DejaVu Serif,serif', pack: 'dejavu-serif', styles: ALL },
  { family: 'Comic Sans MS', stack: 'Comic Sans MS,cursive', pack: 'comic-neue', styles: ALL },
  { family: 'Impact', stack: 'Impact,sans-serif', pack: 'anton', styles: ['400-normal'] },
  { family: 'Calibri', stack: 'Calibri,sans-serif', pack: 'carlito', styles: ALL },
  {
    family: 'Palatino Linotype',
    stack: 'Palatino Linotype,Palatino,serif',
    pack: './faces/texgyrepagella',
    styles: ALL,
  },
  {
    family: 'Century Gothic',
    stack: 'Century Gothic,URW Gothic,sans-serif',
    pack: './faces/texgyreadventor',
    styles: ['400-normal', '700-normal'],
  },
  { family: 'Cambria', stack: 'Cambria,serif', pack: 'caladea', styles: ALL },
];

/** Faces that words are tried in, each with the file that stands in for it. @type {readonly Face[]} */
export const catalogue = FAMILIES.flatMap(({ family, stack, pack, styles }) =>
  styles.map((style) => {
    const [weight, slant] = style.split('-');
    return Object.freeze({
      family,
      stack,
      isPlain: stack.endsWith(',sans-serif'),
      weight: Number(weight),
      slant: /** @type {'normal' | 'italic'} */ (slant),
      file: pack.startsWith('.')
        ? `${pack}-latin-${style}.woff`
        : `@fontsource/${pack}/files/${pack}-latin-${style}.woff2`,
    });
  }),
);

/** Faces, and each once more with small capitals. @param {readonly Face[]} faces */
export function withSmallCapitals(faces) {
  return [...faces, ...faces.map((face) => Object.freeze({ ...face, hasSmallCapitals: true }))];
}

/** Where the file of a face lies. @param {Face} face */
export function locateFace({ file }) {
  return file.startsWith('.') ? fileURLToPath(new URL(file, import.meta.url)) : resolve(file);
}
