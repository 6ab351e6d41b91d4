/** @import { Rule } from '../lib/types.ts' */

import pageWeight from './page-weight.js';
import unsizedImage from './unsized-image.js';
import uppercaseTags from './uppercase-tags.js';

/** Every rule, in the order they run and reports list them. @type {readonly Rule[]} */
export const rules = Object.freeze([uppercaseTags, unsizedImage, pageWeight]);
