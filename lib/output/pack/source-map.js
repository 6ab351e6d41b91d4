/**
 * What a script says of its map, which has to fit what is packed. A map inside the script is a load on every visitor,
 * and goes.
 */
export const SOURCE_MAP = /^\/\/[#@] sourceMappingURL=((?!data:)\S+)[ \t]*$/m;

/** The name of the map that a script says it has; null: none, or within the script. @param {string} source */
export function mapNamedIn(source) {
  return SOURCE_MAP.exec(source)?.[1] ?? null;
}
