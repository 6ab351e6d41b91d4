import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto';

/*
 * A certificate for this machine alone, signed by itself, written as X.509 asks: https://www.rfc-editor.org/rfc/rfc5280
 * It has one shape, so that a library for all others (twenty packages) is not needed.
 */

/**
 * Validity. Browsers accept a self-signed certificate only with a flag, and a server that runs longer can be restarted.
 */
const LASTING_DAYS = 30;
/** In milliseconds. */
const DAY_MS = 86_400_000;

/** @typedef {{ key: string, cert: string, keyDigest: string }} Certificate */

/** Tags of DER. */
const TAG = { integer: 2, bits: 3, octets: 4, oid: 6, text: 12, sequence: 0x30, set: 0x31, time: 0x17 };
/** Object identifiers as DER encodes them. */
const OID = {
  ecdsaWithSha256: '2a8648ce3d040302',
  commonName: '550403',
  otherNames: '551d11',
  keyUse: '551d25',
  serverUse: '2b06010505070301',
};

/**
 * Creates key and certificate for localhost as PEM, and the digest of the public key, by which a browser can trust it.
 * @param {Date} now
 * @returns {Certificate}
 */
export function makeCertificate(now) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const algorithm = der(TAG.sequence, oid(OID.ecdsaWithSha256));
  const name = der(
    TAG.sequence,
    der(TAG.set, der(TAG.sequence, oid(OID.commonName), der(TAG.text, Buffer.from('pagethrift serve')))),
  );
  const days = [-1, LASTING_DAYS].map((day) => timeOf(new Date(now.getTime() + day * DAY_MS)));
  // The first bit of a number is its sign, and leading zero bytes are dropped.
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(15)]);
  const body = der(
    TAG.sequence,
    der(0xa0, der(TAG.integer, Buffer.from([2]))),
    der(TAG.integer, serial),
    algorithm,
    name,
    der(TAG.sequence, ...days),
    name,
    spki,
    der(0xa3, der(TAG.sequence, ...extensions())),
  );
  const signature = sign('sha256', body, privateKey);
  const whole = der(TAG.sequence, body, algorithm, der(TAG.bits, Buffer.from([0]), signature));
  const base64 = whole.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    keyDigest: hash('sha256', spki, 'base64'),
  };
}

/** Encodes the names of the server, and its use as a server. */
function extensions() {
  const names = ['localhost', '*.localhost'].map((each) => der(0x82, Buffer.from(each)));
  const addresses = [Buffer.from([127, 0, 0, 1]), Buffer.from([...Array(15).fill(0), 1])].map((each) =>
    der(0x87, each),
  );
  return [
    [OID.otherNames, der(TAG.sequence, ...names, ...addresses)],
    [OID.keyUse, der(TAG.sequence, oid(OID.serverUse))],
  ].map(([id, value]) => der(TAG.sequence, oid(String(id)), der(TAG.octets, /** @type {Buffer} */ (value))));
}

/**
 * @param {number} tag
 * @param {readonly Uint8Array[]} parts
 */
function der(tag, ...parts) {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

/** @param {string} hex */
function oid(hex) {
  return der(TAG.oid, Buffer.from(hex, 'hex'));
}

/** @param {Date} date */
function timeOf(date) {
  return der(TAG.time, Buffer.from(`${date.toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`));
}
