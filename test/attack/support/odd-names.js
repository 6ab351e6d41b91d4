import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';

/** Max length of a file name on Linux, in bytes. */
const MAX_NAME_BYTES = 255;
/** Bytes that a compressed copy adds to a name. */
const COPY_BYTES = Buffer.byteLength('.zst');

/**
 * Writes pages and style sheets whose names contain every byte that Linux permits, have the max length, or differ in
 * their Unicode normalisation only. A page references all of them.
 * @param {string} folder
 * @returns {Promise<Buffer[]>} all names
 */
export async function writeOddNames(folder) {
  mkdirSync(folder, { recursive: true });
  /** @type {Buffer[]} */
  const names = [];
  for (let byte = 1; byte < 256; byte++) {
    if (byte === 0x2f) continue;
    names.push(Buffer.concat([Buffer.from('a'), Buffer.from([byte]), Buffer.from('b.html')]));
  }
  names.push(Buffer.from('caf\u00e9.html'.normalize('NFC')), Buffer.from('caf\u00e9.html'.normalize('NFD')));
  names.push(Buffer.from(`${'l'.repeat(MAX_NAME_BYTES - COPY_BYTES - '.html'.length)}.html`));
  names.push(Buffer.from(`${'é'.repeat((MAX_NAME_BYTES - COPY_BYTES - '.html'.length - 1) / 2)}.html`));
  names.push(Buffer.from(`${'i'.repeat(MAX_NAME_BYTES - '.bin'.length)}.bin`));
  for (const [index, name] of names.entries()) {
    const page = `<!DOCTYPE html>\n<title>${index}</title>\n${`<p>page   ${index}\n`.repeat(20)}`;
    // A longer name leaves no space for the suffix of a compressed copy, so such files are of a kind without copies.
    const isBinary = name.toString('latin1').endsWith('.bin');
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), name]), isBinary ? randomBytes(500) : page);
  }
  const links = names.map((name) => `<a href="${escapeName(name)}">x</a>`).join('\n');
  writeFileSync(`${folder}/index.html`, `<!DOCTYPE html>\n<title>all</title>\n${links}\n`);
  return [...names, Buffer.from('index.html')];
}

/** Escapes every byte of a name, as any URL may. @param {Buffer} name */
function escapeName(name) {
  return [...name].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
}
