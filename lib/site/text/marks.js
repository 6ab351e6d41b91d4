/**
 * Marks in the text of an edit. They are placeholders for values that are known only after all changes are chosen:
 * names of classes, URLs of new files. They consist of a control character that no document may contain and that
 * escaping keeps.
 */

const MARK = /\x1A([cf])(\d+)\x1A/g;

/** Returns the mark for the name of a change's class. @param {number} index in its `classes` */
export function classMark(index) {
  return `\x1Ac${index}\x1A`;
}

/** Returns the mark for the URL of a change's new file. @param {number} index in its `files` */
export function fileMark(index) {
  return `\x1Af${index}\x1A`;
}

/**
 * Fills in the marks of a text. Marks without a value are kept.
 * @param {string} text
 * @param {{ classes?: readonly string[], files?: readonly (string | undefined)[] }} values
 */
export function fillMarks(text, { classes = [], files = [] }) {
  return text.replace(MARK, (mark, kind, index) => (kind === 'c' ? classes : files)[Number(index)] ?? mark);
}
