/** @import { Engine } from './engine.js' */

/**
 * Creates a queue for a program's work, done one piece after the other.
 * @param {Engine} engine
 */
export function createWork(engine) {
  let freeAt = 0;
  return {
    /**
     * Adds work that starts once earlier work is done, then calls `then`.
     * @param {number} ms @param {() => void} [then]
     */
    do(ms, then) {
      freeAt = Math.max(freeAt, engine.now) + ms;
      if (then) engine.at(freeAt, then, undefined, undefined);
    },
  };
}
