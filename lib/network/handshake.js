/** Computes the length of the answer to a TLS hello: the server's key share, its certificates and its signature. */
/** @import { TlsOptions } from './types.ts' */

/** ServerHello with a share of X25519, as OpenSSL and Go write it. */
const SERVER_HELLO_BYTES = 127;
/** Additional bytes of a share of X25519MLKEM768 (RFC 9881 and draft-ietf-tls-ecdhe-mlkem, 2025). */
const POST_QUANTUM_BYTES = 1088;
/** EncryptedExtensions, CertificateVerify of ECDSA, Finished, and the headers of messages. */
const OTHER_BYTES = 225;
/** Bytes of a Certificate message in addition to the first certificate. */
const CERTIFICATE_BYTES = 13;
/** The hello of a robot leads to a longer hash, and so to a longer Finished. */
const LONG_HASH_BYTES = 16;

/**
 * Returns the bytes of the TLS messages that answer a hello.
 * @param {'robot' | 'browser'} agent a robot offers no post-quantum share
 * @param {TlsOptions} tls
 */
export function answerBytes(agent, { chainBytes, postQuantum }) {
  const share = postQuantum && agent === 'browser' ? POST_QUANTUM_BYTES : 0;
  const hash = agent === 'robot' ? LONG_HASH_BYTES : 0;
  return SERVER_HELLO_BYTES + share + OTHER_BYTES + CERTIFICATE_BYTES + chainBytes + hash;
}
