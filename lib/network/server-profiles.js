/** Servers by name: what a visitor notices of them, with the source and the year of each number. */
/** @import { ServerOptions, TlsOptions, HttpOptions } from './types.ts' */
import { exact } from './exact.js';

/**
 * A server by name. `note` says where each number comes from.
 * @typedef {object} ServerProfile
 * @property {Partial<ServerOptions>} server
 * @property {Partial<TlsOptions>} tls
 * @property {Partial<HttpOptions>} http
 * @property {string} note
 */

/** A leaf certificate of ECDSA with its intermediate, in bytes of DER: a typical chain of Let's Encrypt, 2025. */
const SHORT_CHAIN_BYTES = 2100;
/** A leaf with many names or of RSA, and its intermediates: what large networks send, 2025. */
const LONG_CHAIN_BYTES = 3400;
/** The certificate of bench/wire: self-signed, ECDSA P-256, one name. */
const LAB_CHAIN_BYTES = 406;

const LINUX_WINDOW = 'initial window of 10: Linux since 2.6.39 (2011), RFC 6928 (2013)';
const POST_QUANTUM = 'X25519MLKEM768: Go 1.24 and OpenSSL 3.5 (2025) answer Chromium with it by default';

/** @type {Readonly<Record<string, ServerProfile>>} */
export const SERVER_PROFILES = Object.freeze({
  nginx: {
    server: { initialWindow: 10, quic: exact('plain') },
    tls: { chainBytes: SHORT_CHAIN_BYTES, postQuantum: true },
    http: { priorities: exact('ignored') },
    note: `nginx of 2025: ${LINUX_WINDOW}; priorities are ignored since 1.25.1 (2023); ${POST_QUANTUM}`,
  },
  caddy: {
    server: { initialWindow: 32, quic: exact('quic-go'), thinkMs: 0.3 },
    tls: { chainBytes: LAB_CHAIN_BYTES, postQuantum: true },
    http: { priorities: exact('round-robin') },
    note: 'Caddy 2.11 with quic-go 0.63 as bench/wire captured it (2026): window of 32 datagrams, streams in turn',
  },
  aioquic: {
    server: { initialWindow: 10, quic: exact('aioquic'), thinkMs: 0.5 },
    tls: { chainBytes: LAB_CHAIN_BYTES, postQuantum: false },
    http: { priorities: exact('round-robin') },
    note: 'aioquic 1.7 as bench/wire captured it (2026): window of 10 datagrams, streams in turn, no post-quantum share',
  },
});

/** Default of a server without a profile. @type {TlsOptions} */
export const TLS_DEFAULTS = Object.freeze({ chainBytes: LAB_CHAIN_BYTES, postQuantum: false });
