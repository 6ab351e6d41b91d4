/**
 * Parts of texts, each found in one pass: a regular expression that ends with `$` tries again at every character.
 */

/**
 * Returns what stands before the first character of a kind, or all of a text without one.
 * @param {string} text @param {RegExp} kind of one character
 */
export function beforeAny(text, kind) {
  const at = text.search(kind);
  return at === -1 ? text : text.slice(0, at);
}

/**
 * Takes characters of a kind off the end of a text.
 * @param {string} text @param {RegExp} kind of one character, without the flags `g` and `y`
 */
export function trimEndOf(text, kind) {
  let end = text.length;
  while (end > 0 && kind.test(text[end - 1])) end -= 1;
  return text.slice(0, end);
}

/**
 * Returns a path or an address up to its last slash: the folder that it names a file in.
 * @param {string} path
 */
export function folderIn(path) {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
