/** Servers by name: the properties that affect a visitor, with the source and the year of each number. */
/** @import { HttpOptions, ServerOptions, TlsOptions } from './types.ts' */
import { exact } from './exact.js';

/**
 * A server by name. `note` gives the source of each number.
 * @typedef {object} ServerProfile
 * @property {Partial<ServerOptions>} server
 * @property {Partial<TlsOptions>} tls
 * @property {Partial<HttpOptions>} http
 * @property {string} note
 */

/** A leaf of ECDSA with three names and one intermediate, as bench/wire makes them, in bytes of DER (2026). */
const SHORT_CHAIN_BYTES = 1559;
/** A leaf with sixty names and two further certificates, made the same way. */
const LONG_CHAIN_BYTES = 4084;
/** The self-signed certificate that bench/wire uses for captures. */
const LAB_CHAIN_BYTES = 406;

const LINUX_WINDOW = 'window of 10: the default of Linux since 2.6.39 (2011), RFC 6928 (2013)';
const CHAIN = 'certificates as bench/wire makes them (2026)';
const POST_QUANTUM = 'X25519MLKEM768 as Go 1.24 and OpenSSL 3.5 answer it by default (2025)';
const CDN_WINDOWS = 'CDN Planet, initcwnd settings of major CDN providers (February 2017)';

/** @param {number} initialWindow @param {number} chainBytes @param {string} note @returns {ServerProfile} */
const network = (initialWindow, chainBytes, note) => ({
  server: { initialWindow },
  tls: { chainBytes, postQuantum: true },
  http: { priorities: exact('rfc9218') },
  note: `${note}; ${CHAIN}; ${POST_QUANTUM}; the most urgent response first (RFC 9218, 2022)`,
});

/** @type {Readonly<Record<string, ServerProfile>>} */
export const SERVER_PROFILES = Object.freeze({
  nginx: {
    server: { initialWindow: 10 },
    tls: { chainBytes: SHORT_CHAIN_BYTES, postQuantum: true },
    http: { priorities: exact('ignored') },
    note:
      `${LINUX_WINDOW}; responses are handed to TCP whole, in the order of their requests, as bench/wire captured ` +
      `nginx 1.22 (2026); ${CHAIN}; ${POST_QUANTUM}`,
  },
  caddy: {
    server: { initialWindow: 32, quic: exact('quic-go'), thinkMs: 0.3 },
    tls: { chainBytes: LAB_CHAIN_BYTES, postQuantum: true },
    http: { priorities: exact('round-robin') },
    note: 'Caddy 2.11 with quic-go 0.63, as bench/wire captured it (2026): 32 datagrams first, streams in turn',
  },
  aioquic: {
    server: { initialWindow: 10, quic: exact('aioquic'), thinkMs: 0.5 },
    tls: { chainBytes: LAB_CHAIN_BYTES, postQuantum: false },
    http: { priorities: exact('round-robin') },
    note: 'aioquic 1.7, as bench/wire captured it (2026): 10 datagrams first, streams in turn, no post-quantum share',
  },
  cdn: network(10, SHORT_CHAIN_BYTES, `window of 10: Cloudflare, Fastly, CDN77 and others; ${CDN_WINDOWS}`),
  'cdn-medium-window': network(25, SHORT_CHAIN_BYTES, `window of 25: CloudFront; ${CDN_WINDOWS}`),
  'cdn-large-window': network(32, LONG_CHAIN_BYTES, `window of 32: Akamai; ${CDN_WINDOWS}`),
  'cdn-largest-window': network(46, LONG_CHAIN_BYTES, `window of 46: CacheFly and Level 3; ${CDN_WINDOWS}`),
});

/** Defaults of a server without a profile. @type {TlsOptions} */
export const TLS_DEFAULTS = Object.freeze({ chainBytes: LAB_CHAIN_BYTES, postQuantum: false });
