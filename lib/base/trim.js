/**
 * Parts of texts, each found in one pass. A regular expression that ends with `$` would be tried again at every
 * character.
 */

/**
 * Returns the text before the first character of a kind, or the whole text if there is none.
 * @param {string} text @param {RegExp} kind of one character
 */
export function beforeAny(text, kind) {
  const at = text.search(kind);
  return at === -1 ? text : text.slice(0, at);
}

/**
 * Removes characters of a kind from the end of a text.
 * @param {string} text @param {RegExp} kind of one character, without the flags `g` and `y`
 */
export function trimEndOf(text, kind) {
  let end = text.length;
  while (end > 0 && kind.test(text[end - 1])) end -= 1;
  return text.slice(0, end);
}

/**
 * Returns a path or an address up to its last slash: the folder of the file.
 * @param {string} path
 */
export function folderIn(path) {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
