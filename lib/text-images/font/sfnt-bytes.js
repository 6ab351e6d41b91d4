/** @param {ReadonlyMap<string, Uint8Array>} tables */
export function assemble(tables) {
  const power = 2 ** Math.floor(Math.log2(tables.size));
  let at = 12 + 16 * tables.size;
  const records = [];
  for (const [name, bytes] of tables) {
    records.push(tag(name), u32(checksum(bytes)), u32(at), u32(bytes.length));
    at += pad(bytes, 4).length;
  }
  const head = [
    u32(0x10000),
    u16(tables.size),
    u16(power * 16),
    u16(Math.log2(power)),
    u16((tables.size - power) * 16),
  ];
  const font = concat([...head, ...records, ...[...tables.values()].map((bytes) => pad(bytes, 4))]);
  const start = records.findIndex((record) => record.length === 4 && String.fromCharCode(...record) === 'head');
  const view = new DataView(font.buffer);
  view.setUint32(new DataView(records[start + 2].buffer).getUint32(0) + 8, (0xb1b0afba - checksum(font)) >>> 0);
  return font;
}

/** @param {Uint8Array} bytes */
function checksum(bytes) {
  const padded = pad(bytes, 4);
  const view = new DataView(padded.buffer, padded.byteOffset, padded.length);
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}

/** @param {Uint8Array} bytes @param {number} to */
export function pad(bytes, to) {
  return bytes.length % to === 0 ? bytes : concat([bytes, new Uint8Array(to - (bytes.length % to))]);
}

/** @param {readonly Uint8Array[]} parts */
export function concat(parts) {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** @param {number} value */
export function u16(value) {
  return Uint8Array.of((value >> 8) & 255, value & 255);
}

/** @param {number} value */
export function i16(value) {
  return u16(Math.round(value));
}

/** @param {number} value */
export function u32(value) {
  return Uint8Array.of(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
}

/** @param {string} name */
export function tag(name) {
  return Uint8Array.from([...name].map((letter) => letter.charCodeAt(0)));
}
