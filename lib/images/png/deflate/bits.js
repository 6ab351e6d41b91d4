/**
 * Collects bits, lowest first, into bytes.
 * @typedef {{ put(value: number, bits: number): void, align(): void, bytes(): Uint8Array }} BitWriter
 */

/**
 * Creates a writer with a growing buffer.
 * @param {number} expectedBytes
 * @returns {BitWriter}
 */
export function createBitWriter(expectedBytes) {
  let out = new Uint8Array(expectedBytes + 64);
  let [size, held, heldBits] = [0, 0, 0];
  const flush = () => {
    while (heldBits >= 8) {
      if (size === out.length) {
        const larger = new Uint8Array(size * 2);
        larger.set(out);
        out = larger;
      }
      out[size++] = held & 0xff;
      held >>>= 8;
      heldBits -= 8;
    }
  };
  return {
    put(value, bits) {
      held |= value << heldBits;
      heldBits += bits;
      flush();
    },
    align() {
      heldBits = (heldBits + 7) & ~7;
      flush();
    },
    bytes() {
      this.align();
      return out.slice(0, size);
    },
  };
}
