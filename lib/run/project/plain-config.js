/**
 * Returns the text of a top-level key in a YAML, TOML or JSON file. Other parts of these formats are not read.
 * @param {string} text
 * @param {string} key compared without case, as in Hugo
 * @returns {string | null}
 */
export function readPlainKey(text, key) {
  // In TOML a table ends the top level. In YAML indented keys belong to another key.
  const top = text.split(/^[ \t]*\[/m)[0];
  const line = new RegExp(
    `^(?:[{,]?\\s*")?${key}"?\\s*[:=]\\s*(?:"([^"\\n]*)"|'([^'\\n]*)'|([^\\s#,"'][^#,\\n]*))`,
    'im',
  );
  const isJson = text.trimStart().startsWith('{');
  const found = line.exec(isJson ? text.replaceAll(/^\s+/gm, '') : top);
  return found ? (found[1] ?? found[2] ?? found[3]).trim() : null;
}
