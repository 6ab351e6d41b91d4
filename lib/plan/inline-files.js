/** @import { Change, NewFile } from './types.ts' */

import { fillMarks } from '../site/text/marks.js';

/**
 * Returns changes with the URLs of their new files. A small file that only one change references is inlined, others are
 * requested.
 * @param {readonly Change[]} changes
 * @param {boolean} mayInline true if no policy can forbid images inside of pages
 * @returns {Change[]}
 */
export function inlineFiles(changes, mayInline) {
  const users = Map.groupBy(
    changes.flatMap(({ files }) => files.filter(({ url }) => url !== undefined)),
    ({ path }) => path,
  );
  const isInlined = (/** @type {NewFile} */ { path, bytes, maxInline = 0 }) =>
    mayInline && users.get(path)?.length === 1 && bytes.length <= maxInline;
  return changes.map((change) => {
    const { files, edits } = change;
    if (!files.some(({ url }) => url !== undefined)) return change;
    const urls = files.map((file) => (isInlined(file) ? dataUrl(file) : file.url));
    return Object.freeze({
      ...change,
      files: files.filter((file) => !isInlined(file)),
      edits: edits.map((edit) => ({ ...edit, text: fillMarks(edit.text, { files: urls }) })),
    });
  });
}

/** @param {NewFile} file */
function dataUrl({ bytes }) {
  return `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;
}
