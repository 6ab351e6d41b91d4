/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { Page, SitePath } from '../../lib/site/types.ts' */

import { codeOf } from '../../lib/site/page/code.js';

/**
 * A row of what React's server components send: asks for a font ahead, as a link would. Pages of two of 24 sites of
 * today hold such rows, those of Next.
 */
const HINT = /\bHL\[\\*"[^"\\]+\\*",\\*"font\\*"/g;

/**
 * Fonts that code of a page names, and whether it does so only to ask for them ahead.
 * @param {Page} page
 * @param {Pick<Facts, 'fonts' | 'scripts'>} facts
 * @returns {{ path: SitePath, isHint: boolean }[]}
 */
export function fontsNamed(page, { fonts, scripts }) {
  const named = [...fonts.keys()].filter((path) => scripts.files.has(path));
  if (named.length === 0) return [];
  const own = codeOf(page).map(({ text }) => text.replaceAll(HINT, ''));
  const codes = [...own, ...scripts.linked];
  return named.map((path) => {
    const name = path.split('/').at(-1) ?? '';
    return { path, isHint: !codes.some((code) => code.includes(name)) };
  });
}
