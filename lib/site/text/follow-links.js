/** Max links in a chain. A longer one is a cycle. Linux has the same limit. */
const MAX_LINKS = 40;

/**
 * Returns the path after following the links to folders in it.
 * @param {string} path
 * @param {ReadonlyMap<string, string>} links target of each; empty for the root
 */
export function followLinks(path, links) {
  if (links.size === 0) return path;
  let followed = path;
  for (let count = 0; count < MAX_LINKS; count++) {
    const next = followFirst(followed, links);
    if (next === followed) return followed;
    followed = next;
  }
  return path;
}

/** @param {string} path @param {ReadonlyMap<string, string>} links */
function followFirst(path, links) {
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
    const to = links.get(path.slice(0, end));
    if (to !== undefined) return to === '' ? path.slice(end + 1) : to + path.slice(end);
  }
  const to = links.get(path);
  return to === undefined || to === '' ? path : to;
}
