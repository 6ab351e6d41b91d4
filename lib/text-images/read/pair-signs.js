/** Signs that open a question or an exclamation in Spanish, with those that close it. */
const OPENING = /^(?:¿.*\?|¡.*!)$/u;
const SIGN = /^[^\p{L}\p{N}\s]/u;

/**
 * Returns readings with the sign that opens a question if one engine reads it, and another one reads some other sign in
 * its place: `;Cómo?` for `¿Cómo?`.
 * @template {{ readonly text: string }} T
 * @param {readonly T[]} reads
 * @returns {T[]}
 */
export function pairSigns(reads) {
  const open = reads.find(({ text }) => OPENING.test(text))?.text;
  return reads.map((read) => {
    const isSame = open !== undefined && SIGN.test(read.text) && read.text.slice(1) === open.slice(1);
    return isSame ? { ...read, text: open } : read;
  });
}
