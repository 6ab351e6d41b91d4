/** @typedef {{ readonly x: number, readonly y: number, readonly width: number, readonly height: number }} Part */

/** Separates the path of a file from a part of its image. No path contains it. */
const SEPARATOR = '\0';

/**
 * Names a part of an image file, such as one state of a button in a file with all of them.
 * @param {string} path @param {Part} part in pixels
 */
export function nameImagePart(path, { x, y, width, height }) {
  return `${path}${SEPARATOR}${[x, y, width, height].join(' ')}`;
}

/** Returns the file of an image or of a part of one. @param {string} name */
export function fileOfImage(name) {
  return name.split(SEPARATOR)[0];
}

/**
 * Returns the part that a name selects, null if it names the whole image.
 * @param {string} name
 * @returns {Part | null}
 */
export function partOfImage(name) {
  const [, part] = name.split(SEPARATOR);
  if (part === undefined) return null;
  const [x, y, width, height] = part.split(' ').map(Number);
  return { x, y, width, height };
}
