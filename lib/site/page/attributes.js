/** @import { Attribute } from '../types.ts' */
/** @import { DefaultTreeAdapterTypes as Tree } from 'parse5' */

/**
 * Returns the attributes of a written element with the positions of their names and values.
 * @param {Tree.Element} node
 * @param {string} source
 * @returns {ReadonlyMap<string, Attribute>}
 */
export function readAttributes(node, source) {
  const places = node.sourceCodeLocation?.attrs ?? {};
  /** @type {Map<string, Attribute>} */
  const attributes = new Map();
  for (const { name, value, prefix } of node.attrs) {
    const full = prefix ? `${prefix}:${name}` : name;
    const place = places[full] ?? places[full.toLowerCase()];
    if (place) attributes.set(full, readAttribute(full, value, source, place.startOffset, place.endOffset));
  }
  return attributes;
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} source
 * @param {number} start
 * @param {number} end
 * @returns {Attribute}
 */
function readAttribute(name, value, source, start, end) {
  const written = source.slice(start, end);
  // The first character belongs to the name, even if it is an equals sign.
  const after = written.indexOf('=', 1);
  const hasValue = after !== -1;
  const nameEnd = start + written.slice(0, hasValue ? after : written.length).trimEnd().length;
  /** @type {Attribute} */
  const attribute = {
    name,
    value,
    range: { start, end },
    nameRange: { start, end: nameEnd },
    valueRange: null,
    quote: '',
  };
  if (!hasValue) return attribute;
  let valueStart = start + after + 1;
  while (valueStart < end && /\s/.test(source[valueStart])) valueStart++;
  const first = source[valueStart];
  const quote = first === '"' || first === "'" ? first : '';
  const valueRange = quote ? { start: valueStart + 1, end: end - 1 } : { start: valueStart, end };
  return { ...attribute, valueRange, quote };
}

/**
 * Returns an attribute for a new tag: unchanged, with its name in lower case and a space before it.
 * @param {{ readonly source: string }} page @param {Attribute} attribute
 */
export function copyAttribute({ source }, { name, nameRange, range }) {
  return ` ${name}${source.slice(nameRange.end, range.end)}`;
}
