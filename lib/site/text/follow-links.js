/** Link after link may lead on; a chain longer than this one goes round. Linux follows as many. */
const MOST_LINKS = 40;

/**
 * The path that a path means once the links to folders on its way are followed.
 * @param {string} path
 * @param {ReadonlyMap<string, string>} links where each leads; empty: to the root
 */
export function followLinks(path, links) {
  if (links.size === 0) return path;
  let followed = path;
  for (let count = 0; count < MOST_LINKS; count++) {
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
