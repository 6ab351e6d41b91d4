/**
 * Marks of pages that a framework made and takes over in the browser: it holds every text and element against those
 * that it would write, and writes the page anew where one differs, be it by a space.
 */
const MARK = new RegExp(
  String.raw`<!--(?:\[[!\d]*-->|\$[?!~]?-->|lit-part|ngh)|\bid=["']?_{2,3}(?:next|gatsby|docusaurus|nuxt)\b` +
    String.raw`|\b__(?:NEXT_DATA__|next_f\b|sveltekit_|remixContext|reactRouterContext)|\bdata-(?:reactroot` +
    String.raw`|server-rendered|hk|svelte-h|v-app)\b|\bng-server-context\b|\bq:container\b`,
);
const ISLAND = /<astro-island\b/;

/** React's mark between two texts; an editor of old leaves the same where an anchor is empty. */
const BETWEEN_TEXTS = /<!-- -->/;
const SCRIPT = /<script\b/i;

/**
 * Frameworks that leave no mark are begun by hand: by a script of today, on one element that holds the page and is
 * called so.
 */
const MODERN_SCRIPT = /<script\b[^<>]*\s(?:type=["']?module\b|defer\b)/i;
const BODY = /<body\b[^<>]*>\s*/i;
const UNSEEN = /(?:<(noscript|script|style|template)\b[^<>]*>[\s\S]*?<\/\1>|<!--[\s\S]*?-->)\s*/iy;
const HOLDER = /<(?:div|main)\b([^<>]*)>\s*\S/iy;
const HOLDERS_ID = /\bid=["']?(?:\w+-)?(?:app|root)\b/i;

/**
 * Whether a framework takes a whole page over.
 * @param {string} source
 */
export function isTakenOver(source) {
  return (
    MARK.test(source) ||
    (SCRIPT.test(source) && BETWEEN_TEXTS.test(source)) ||
    (MODERN_SCRIPT.test(source) && isHeld(source))
  );
}

/** Whether the first that shows of a page is an element that a framework is begun on. @param {string} source */
function isHeld(source) {
  const body = BODY.exec(source);
  if (!body) return false;
  HOLDER.lastIndex = body.index + body[0].length;
  for (UNSEEN.lastIndex = HOLDER.lastIndex; UNSEEN.test(source); ) HOLDER.lastIndex = UNSEEN.lastIndex;
  return HOLDERS_ID.test(HOLDER.exec(source)?.[1] ?? '');
}

/**
 * Whether it takes over the page or islands of it.
 * @param {string} source
 */
export function hasTakenOver(source) {
  return isTakenOver(source) || ISLAND.test(source);
}
