/** @import { Engine } from './engine.js' */

/**
 * A program's work, one piece after the other.
 * @param {Engine} engine
 */
export function createWork(engine) {
  let freeAt = 0;
  return {
    /** Does so much once what came before is done, then goes on. @param {number} ms @param {() => void} [then] */
    do(ms, then) {
      freeAt = Math.max(freeAt, engine.now) + ms;
      if (then) engine.at(freeAt, then, undefined, undefined);
    },
  };
}
