/*
 * Names of files as text. Old sites have names in older encodings, which are no valid UTF-8. Each byte that cannot be
 * decoded becomes a lone surrogate of U+DC80 to U+DCFF. No valid name contains one, so that it can be recognised and
 * written back.
 */

const SEQUENCES = new RegExp(
  String.raw`[\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|[\xE1-\xEC\xEE\xEF][\x80-\xBF]{2}` +
    String.raw`|\xED[\x80-\x9F][\x80-\xBF]|\xF0[\x90-\xBF][\x80-\xBF]{2}|[\xF1-\xF3][\x80-\xBF]{3}` +
    String.raw`|\xF4[\x80-\x8F][\x80-\xBF]{2}|[\x80-\xFF]`,
  'g',
);
const LONE = /[\uDC80-\uDCFF]/u;
const PIECES = /([\uDC80-\uDCFF])/u;
/** The first of the lone surrogates. The byte is added to it. */
const FIRST = 0xdc00;

/**
 * Returns a name in the form that is kept in memory.
 * @param {Uint8Array} bytes
 */
export function readName(bytes) {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(SEQUENCES, (sequence) =>
      sequence.length > 1
        ? Buffer.from(sequence, 'latin1').toString()
        : String.fromCharCode(FIRST + sequence.charCodeAt(0)),
    );
}

/**
 * Returns a path in the form of the disk.
 * @param {string} path
 * @returns {string | Buffer}
 */
export function diskPath(path) {
  if (!LONE.test(path)) return path;
  return Buffer.concat(
    path.split(PIECES).map((piece) => (LONE.test(piece) ? Buffer.of(byteOf(piece)) : Buffer.from(piece))),
  );
}

/**
 * Returns a name in the form of URLs.
 * @param {string} name
 * @param {(text: string) => string} [encode]
 */
export function encodeName(name, encode = encodeURIComponent) {
  if (!LONE.test(name)) return encode(name.toWellFormed());
  return name
    .split(PIECES)
    .map((piece) => (LONE.test(piece) ? `%${byteOf(piece).toString(16).toUpperCase()}` : encode(piece.toWellFormed())))
    .join('');
}

/** Returns a path in the form of URLs, encoded name by name. @param {string} path */
export function encodePath(path) {
  return path
    .split('/')
    .map((name) => encodeName(name))
    .join('/');
}

/** @param {string} lone */
function byteOf(lone) {
  return lone.charCodeAt(0) - FIRST;
}
