/** @import { End } from './tcp-state.js' @import { Scenario } from './types.ts' */
import { append, close, pump } from './tcp-send.js';
import { createTls } from './tls.js';

/**
 * The stream that a program writes to and reads from: plain TCP, or TLS records on it.
 * @typedef {object} Channel
 * @property {End} end
 * @property {(bytes: number, squeezes: boolean) => void} write puts bytes into the stream without sending them
 * @property {() => void} flush sends what was written
 * @property {(corked: boolean) => void} cork holds back segments that are not full, or releases them
 * @property {() => void} close
 * @property {boolean} isClosed
 * @property {() => void} onOpen
 * @property {(bytes: number) => void} onData
 * @property {() => void} onEnd
 */

/**
 * Creates the two channels of a connection.
 * @param {{ client: End, server: End }} ends @param {Pick<Scenario, 'http' | 'tls'>} scenario
 */
export function createChannels({ client, server }, { http: { tls, agent }, tls: options }) {
  const channels = { client: createPlain(client), server: createPlain(server) };
  return tls === null ? channels : createTls(channels, tls, agent, options);
}

/** @param {End} end @returns {Channel} */
function createPlain(end) {
  /** @type {Channel} */
  const channel = {
    end,
    write: (bytes, squeezes) => append(end, bytes, squeezes),
    flush: () => pump(end),
    cork: (corked) => {
      end.corked = corked;
      if (!corked) pump(end);
    },
    close: () => {
      channel.isClosed = true;
      close(end);
    },
    isClosed: false,
    onOpen: () => {},
    onData: () => {},
    onEnd: () => {},
  };
  end.onOpen = () => channel.onOpen();
  end.onData = (bytes) => channel.onData(bytes);
  end.onEnd = () => channel.onEnd();
  return channel;
}
