/**
 * Marks of pages that a framework rendered and hydrates in the browser: it compares every text and element with its own
 * rendering, and renders the page again if one differs, even by a space.
 */
const MARK = new RegExp(
  String.raw`<!--(?:\[[!\d]*-->|\$[?!~]?-->|lit-part|ngh)|\bid=["']?_{2,3}(?:next|gatsby|docusaurus|nuxt)\b` +
    String.raw`|\b__(?:NEXT_DATA__|next_f\b|sveltekit_|remixContext|reactRouterContext)|\bdata-(?:reactroot` +
    String.raw`|server-rendered|hk|svelte-h|v-app)\b|\bng-server-context\b|\bq:container\b`,
);
const ISLAND = /<astro-island\b/;

/** React's separator between two texts. Older editors write the same in an empty anchor, or before the page. */
const BETWEEN_TEXTS = /[^>\s]\s*<!-- -->\s*[^<\s]/;
const SCRIPT = /<script\b/i;

/**
 * Frameworks without marks are started by code: by a modern script, on one element that contains the page and has a
 * typical name.
 */
const MODERN_SCRIPT = /<script\b[^<>]*\s(?:type=["']?module\b|defer\b)/i;
const BODY = /<body\b[^<>]*>\s*/i;
const UNSEEN = /(?:<(noscript|script|style|template)\b[^<>]*>[\s\S]*?<\/\1>|<!--[\s\S]*?-->)\s*/iy;
const HOLDER = /<(?:div|main)\b([^<>]*)>\s*\S/iy;
const HOLDERS_ID = /\bid=["']?(?:\w+-)?(?:app|root)\b/i;

/**
 * Returns true if a framework hydrates a whole page.
 * @param {string} source
 */
export function isTakenOver(source) {
  return (
    MARK.test(source) ||
    (SCRIPT.test(source) && BETWEEN_TEXTS.test(source)) ||
    (MODERN_SCRIPT.test(source) && isHeld(source))
  );
}

/**
 * Returns true if the first visible element of a page is one on which a framework is started.
 * @param {string} source
 */
function isHeld(source) {
  const body = BODY.exec(source);
  if (!body) return false;
  HOLDER.lastIndex = body.index + body[0].length;
  for (UNSEEN.lastIndex = HOLDER.lastIndex; UNSEEN.test(source); ) HOLDER.lastIndex = UNSEEN.lastIndex;
  return HOLDERS_ID.test(HOLDER.exec(source)?.[1] ?? '');
}

/**
 * Returns true if a framework hydrates the page or islands of it.
 * @param {string} source
 */
export function hasTakenOver(source) {
  return isTakenOver(source) || ISLAND.test(source);
}
