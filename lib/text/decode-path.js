/**
 * A path of a URL as a file of that name would be called; one that is no UTF-8 stays as it stands.
 * @param {string} path
 */
export function decodePath(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
