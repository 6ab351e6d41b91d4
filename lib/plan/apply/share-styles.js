/** @import { SitePath } from '../../site/types.ts' */

/** Max size of new styles inside a page. An own sheet costs a request, which takes some packets each way. */
const MAX_INLINE_BYTES = 1460;
/** Min pages that share a new sheet. With fewer, it is not worth a request that delays the first of them. */
const MIN_SHARING_PAGES = 3;
/** Min share of the smaller page's styles that two pages have in common, if they may share a sheet. */
const MIN_COMMON = 0.5;
/**
 * Max share of a sheet that a page loads without using it: a menu contains each item twice, as usual and as the
 * current one.
 */
const MAX_WASTED = 0.25;

/**
 * The new classes of pages, by key.
 * @typedef {ReadonlyMap<SitePath, ReadonlySet<string>>} ClassesOfPages
 *
 * Classes in a sheet of their own, and the pages that load it.
 * @typedef {{ classes: ReadonlySet<string>, pages: readonly SitePath[] }} SharedSheet
 */

/**
 * Chooses the new classes that pages load as a shared sheet. All other classes are written into their pages: what only
 * a few pages show, the others do not load.
 * @param {ClassesOfPages} pages
 * @param {(key: string) => number} sizeOf bytes of a class
 * @returns {SharedSheet[]}
 */
export function shareStyles(pages, sizeOf) {
  const size = (/** @type {Iterable<string>} */ keys) => [...keys].reduce((sum, key) => sum + sizeOf(key), 0);
  const sizes = new Map([...pages].map(([path, keys]) => [path, size(keys)]));
  const sizeOfPage = (/** @type {SitePath} */ path) => sizes.get(path) ?? 0;
  const heavy = [...pages.keys()].filter((path) => sizeOfPage(path) > MAX_INLINE_BYTES);
  const open = new Set(heavy.sort((a, b) => sizeOfPage(b) - sizeOfPage(a)));
  const users = listUsers(pages, open);
  /** @type {SharedSheet[]} */
  const sheets = [];
  for (const seed of open) {
    open.delete(seed);
    const inCommon = weighCommon(pages.get(seed) ?? new Set(), { users, open, sizeOf });
    const similar = [...inCommon].filter(([path, common]) => common >= sizeOfPage(path) * MIN_COMMON);
    const group = [seed, ...similar.map(([path]) => path)];
    if (group.length < MIN_SHARING_PAGES) continue;
    const classes = mostlyUsed(group, pages);
    const most = size(classes) * MAX_WASTED;
    const members = group.filter((path) => size(without(classes, pages.get(path) ?? new Set())) <= most);
    if (members.length < MIN_SHARING_PAGES || size(classes) <= MAX_INLINE_BYTES) continue;
    sheets.push({ classes, pages: members });
    for (const path of members) open.delete(path);
  }
  return sheets;
}

/**
 * Lists the pages that use a class.
 * @param {ClassesOfPages} pages @param {ReadonlySet<SitePath>} among
 */
function listUsers(pages, among) {
  /** @type {Map<string, SitePath[]>} */
  const users = new Map();
  for (const path of among)
    for (const key of pages.get(path) ?? []) {
      const list = users.get(key) ?? [];
      users.set(key, list);
      list.push(path);
    }
  return users;
}

/**
 * Returns the size of the classes that open pages have in common with a page.
 * @param {ReadonlySet<string>} keys
 * @param {{ users: ReadonlyMap<string, readonly SitePath[]>, open: ReadonlySet<SitePath>, sizeOf: (key: string) =>
 *   number }} among
 */
function weighCommon(keys, { users, open, sizeOf }) {
  /** @type {Map<SitePath, number>} */
  const common = new Map();
  for (const key of keys)
    for (const path of users.get(key) ?? [])
      if (open.has(path)) common.set(path, (common.get(path) ?? 0) + sizeOf(key));
  return common;
}

/**
 * Returns the classes that half of a group of pages use.
 * @param {readonly SitePath[]} group @param {ClassesOfPages} pages
 */
function mostlyUsed(group, pages) {
  const counts = Map.groupBy(
    group.flatMap((path) => [...(pages.get(path) ?? [])]),
    (key) => key,
  );
  const least = Math.max(MIN_SHARING_PAGES, group.length / 2);
  return new Set([...counts].flatMap(([key, uses]) => (uses.length >= least ? [key] : [])));
}

/**
 * Returns the elements that another set does not have.
 * @param {ReadonlySet<string>} keys @param {ReadonlySet<string>} others
 */
export function without(keys, others) {
  return new Set([...keys].filter((key) => !others.has(key)));
}
