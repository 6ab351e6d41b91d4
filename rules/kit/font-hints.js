/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { Page, SitePath } from '../../lib/site/types.ts' */

import { codeOf } from '../../lib/site/page/code.js';

/** A row of React's server component payload that preloads a font, as a link would. Next writes such rows. */
const HINT = /\bHL\[\\*"[^"\\]+\\*",\\*"font\\*"/g;

/**
 * Lists the fonts that code of a page names. `isHint` is true if the code names a font only to preload it.
 * @param {Page} page
 * @param {Pick<Facts, 'fonts' | 'scripts'>} facts
 * @returns {{ path: SitePath, isHint: boolean }[]}
 */
export function fontsNamed(page, { fonts, scripts }) {
  const named = [...fonts.keys()].filter((path) => scripts.files.has(path));
  if (named.length === 0) return [];
  const own = codeOf(page).map(({ text }) => text.replaceAll(HINT, ''));
  return named.map((path) => {
    const name = path.split('/').at(-1) ?? '';
    return { path, isHint: !own.some((code) => code.includes(name)) && !scripts.says(name) };
  });
}
