/*
 * Replaces node:crypto in the playground, where a hash identifies a file among those of one page. It is not a
 * cryptographic hash.
 */

/** Two constants of MurmurHash3 that mix the bits. */
const MIX = Object.freeze([0x85ebca6b, 0xc2b2ae35]);

export function createHash() {
  const state = [0x9e3779b9, 0x243f6a88];
  /** @type {{ update: (data: string | Uint8Array) => any, digest: () => string }} */
  const hash = {
    update(data) {
      const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
      for (const byte of bytes) {
        state[0] = Math.imul(state[0] ^ byte, MIX[0]);
        state[1] = Math.imul(state[1] ^ byte ^ (state[0] >>> 13), MIX[1]);
      }
      return hash;
    },
    digest: () => state.map((part) => (part >>> 0).toString(16).padStart(8, '0')).join(''),
  };
  return hash;
}

/** @param {string} _ the algorithm @param {string | Uint8Array} data */
export const hash = (_, data) => createHash().update(data).digest();
