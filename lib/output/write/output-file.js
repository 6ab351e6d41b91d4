/** @import { OutputEntry } from './types.ts' */

/**
 * A file to write whose bytes are read when they are needed. A class, because a getter in each of 40,000 objects would
 * take more memory than all else in them.
 * @implements {OutputEntry}
 */
export class OutputFile {
  #from;

  /**
   * @param {{ path: string, hash?: string | undefined, like?: string | undefined, linkFrom: string | null }} entry
   * @param {{ readonly bytes: Uint8Array | null } | null} from null: the bytes are not in memory
   */
  constructor({ path, hash, like, linkFrom }, from) {
    this.path = path;
    this.hash = hash;
    this.like = like;
    this.linkFrom = linkFrom;
    this.#from = from;
  }

  get bytes() {
    return this.#from?.bytes ?? null;
  }
}
