/** How long the answer to a hello is: the server's key share, its certificates and its signature. */
/** @import { TlsOptions } from './types.ts' */

/** ServerHello with a share of X25519, as OpenSSL and Go write it. */
const SERVER_HELLO_BYTES = 127;
/** What a share of X25519MLKEM768 has more (RFC 9881 and draft-ietf-tls-ecdhe-mlkem, 2025). */
const POST_QUANTUM_BYTES = 1088;
/** EncryptedExtensions, CertificateVerify of ECDSA, Finished, and the heads of messages. */
const OTHER_BYTES = 225;
/** What a message of certificates spends around the first of them. */
const CERTIFICATE_BYTES = 13;
/** Robots' hellos lead to a longer hash, and so to a longer Finished. */
const LONG_HASH_BYTES = 16;

/**
 * Returns the bytes of TLS messages that answer a hello.
 * @param {'robot' | 'browser'} agent a robot offers no post-quantum share
 * @param {TlsOptions} tls
 */
export function answerBytes(agent, { chainBytes, postQuantum }) {
  const share = postQuantum && agent === 'browser' ? POST_QUANTUM_BYTES : 0;
  const hash = agent === 'robot' ? LONG_HASH_BYTES : 0;
  return SERVER_HELLO_BYTES + share + OTHER_BYTES + CERTIFICATE_BYTES + chainBytes + hash;
}
