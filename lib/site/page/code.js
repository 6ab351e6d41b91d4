/** @import { Attribute, Element, Page, Text } from '../types.ts' */

import { readOnce } from '../../base/read-once.js';
import { isText } from './tree.js';

/**
 * @typedef {{ element: number, attribute: Attribute | null, text: string }} Code `attribute`: null for a script;
 *   `element` is an index, because a node would keep the whole page in memory
 */

/** Returns all code of a page: its scripts, and the code of its elements' attributes. */
export const codeOf = readOnce(
  /** @param {Page} page */ ({ elements }) => {
    /** @type {Code[]} */
    const found = [];
    for (const element of elements) {
      if (element.tag === 'script') {
        for (const { text } of textsOf(element)) found.push({ element: element.index, attribute: null, text });
      }
      for (const attribute of element.attributes.values()) {
        if (isCode(attribute)) found.push({ element: element.index, attribute, text: attribute.value });
      }
    }
    return found;
  },
);

/** @param {Attribute} attribute */
function isCode({ name, value }) {
  return name.startsWith('on') || /^\s*javascript:/i.test(value);
}

/** @param {Element} script */
function textsOf({ children }) {
  return children.filter(isText);
}
