/**
 * Marks that stand in the text of an edit for what is only known once all changes are chosen: names of classes, URLs of
 * new files. They are made of a control character that no document may hold, and that escaping leaves as it is.
 */

const MARK = /\x1A([cf])(\d+)\x1A/g;

/** Stands for the name of a change's class. @param {number} index in its `classes` */
export function classMark(index) {
  return `\x1Ac${index}\x1A`;
}

/** Stands for the URL of a change's new file. @param {number} index in its `files` */
export function fileMark(index) {
  return `\x1Af${index}\x1A`;
}

/**
 * A text with its marks filled; those that nothing is given for stay.
 * @param {string} text
 * @param {{ classes?: readonly string[], files?: readonly (string | undefined)[] }} values
 */
export function fillMarks(text, { classes = [], files = [] }) {
  return text.replace(MARK, (mark, kind, index) => (kind === 'c' ? classes : files)[Number(index)] ?? mark);
}
