/**
 * Comment of a script with its map, which must fit the packed script. A map inside the script is loaded by every
 * visitor, and is removed.
 */
export const SOURCE_MAP = /^\/\/[#@] sourceMappingURL=((?!data:)\S+)[ \t]*$/m;

/** Returns the name of a script's map, null if there is none or it is inside the script. @param {string} source */
export function mapNamedIn(source) {
  return SOURCE_MAP.exec(source)?.[1] ?? null;
}
