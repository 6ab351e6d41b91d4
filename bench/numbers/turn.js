/** A loader that runs before a bench and changes one number in one module. */
import { registerHooks } from 'node:module';
import { env } from 'node:process';

const turn = JSON.parse(env.PAGETHRIFT_TURN ?? 'null');
if (turn) {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (url !== turn.url) return loaded;
      const code = Buffer.from(/** @type {Uint8Array} */ (loaded.source)).toString();
      return { ...loaded, source: code.slice(0, turn.start) + turn.text + code.slice(turn.end) };
    },
  });
}
