import { crc32 } from 'node:zlib';

/** Returns a chunk of a PNG with its checksum. @param {string} type @param {Buffer} data */
export function chunk(type, data) {
  const all = Buffer.alloc(data.length + 12);
  all.writeUInt32BE(data.length, 0);
  all.write(type, 4, 'latin1');
  data.copy(all, 8);
  all.writeUInt32BE(crc32(all.subarray(4, data.length + 8)), data.length + 8);
  return all;
}
