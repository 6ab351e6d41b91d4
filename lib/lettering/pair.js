/** @import { DecodedImage } from '../types.ts' */
/** @import { Context, Lettering, Rejected } from './types.ts' */
/** @import { Tools } from './study.js' */
import { letterImage } from './letter.js';
import { reject } from './reject.js';
import { stackStates } from './stack.js';

/** What may change under the mouse, and what it is where nothing is declared. */
const CHANGING = Object.freeze({
  color: 'inherit',
  background: 'none',
  'box-shadow': 'none',
  'border-radius': '0',
  'text-shadow': 'none',
});
/** Under the mouse, and in a link that the keyboard has reached. */
const TOUCHED = '&:hover,:focus-visible>&';

/**
 * Turns two images that change places under the mouse into the same words in two colours, or says why not: both hold
 * every gate, the second in the very setting of the first.
 * @param {Tools} tools @param {DecodedImage} decoded @param {Context} context
 * @returns {Promise<Lettering | Rejected>}
 */
export async function letterPair(tools, decoded, { hover, ...context }) {
  const rest = await letterImage(tools, decoded, context);
  if ('rejected' in rest || !hover) return rest;
  const touched = await letterImage(tools, hover, context, rest.lines);
  if (!('rejected' in touched)) return joinStates(...stackStates(rest, touched));
  return { ...touched, detail: `under the mouse, ${touched.detail}` };
}

/**
 * One lettering whose colours change to another's.
 * @param {Lettering} rest @param {Lettering} touched
 * @returns {Lettering | Rejected}
 */
export function joinStates(rest, touched) {
  const [shared, own] = [rest.css, rest.ownCss].map(readDeclarations);
  const before = new Map([...shared, ...own]);
  const after = readDeclarations(`${touched.css};${touched.ownCss}`);
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (property) => before.get(property) !== after.get(property),
  );
  const isCarried = changed.every((property) => property in CHANGING) && rest.html === touched.html;
  // A picture's URL is relative to the page, and only a style attribute is sure to be there.
  const isDrawn = changed.some((property) => before.get(property)?.includes('{graphic}'));
  if (!isCarried || rest.graphic?.key !== touched.graphic?.key || isDrawn)
    return reject('looks-different', 'under the mouse, more than colours changes', rest.text);
  // What an element declares itself, no class changes.
  const moved = [...own].filter(([property]) => changed.includes(property));
  const kept = [...own].filter(([property]) => !changed.includes(property));
  const over = changed.map((property) => [
    property,
    after.get(property) ?? CHANGING[/** @type {keyof typeof CHANGING} */ (property)],
  ]);
  return {
    ...rest,
    css: writeDeclarations([...shared, ...moved]),
    ownCss: writeDeclarations(kept),
    more: over.length ? { ...rest.more, [TOUCHED]: writeDeclarations(over) } : rest.more,
    similarity: Math.min(rest.similarity, touched.similarity),
  };
}

/** @param {string} css @returns {Map<string, string>} */
function readDeclarations(css) {
  const declarations = css.split(';').filter(Boolean);
  return new Map(
    declarations.map((declaration) => {
      const colon = declaration.indexOf(':');
      return [declaration.slice(0, colon), declaration.slice(colon + 1)];
    }),
  );
}

/** @param {readonly (readonly string[])[]} declarations */
function writeDeclarations(declarations) {
  return declarations.map(([property, value]) => `${property}:${value}`).join(';');
}
