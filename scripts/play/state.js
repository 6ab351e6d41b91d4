/**
 * The state in a link to the playground: an example by name, or a small file itself.
 * @typedef {{ example?: string, files?: { name: string, bytes: Uint8Array }[], links: string[], versions: string[] }}
 *   State
 */

/** Max characters of a link. Mail programs and chats cut off longer ones. */
const MAX_LINK_CHARACTERS = 60_000;

/**
 * Writes a state as the hash of an address. Returns null if its files are too large for a link.
 * @param {State} state @returns {Promise<string | null>}
 */
export async function writeState({ example, files = [], links, versions }) {
  const query = new URLSearchParams({ links: links.join(','), http: versions.join(',') });
  if (example) query.set('example', example);
  for (const { name, bytes } of files) query.append('file', `${encodeURIComponent(name)}:${await pack(bytes)}`);
  const hash = `#${query}`;
  return hash.length > MAX_LINK_CHARACTERS ? null : hash;
}

/** Reads the state of an address. @param {string} hash @param {State} usual @returns {Promise<State>} */
export async function readState(hash, usual) {
  const query = new URLSearchParams(hash.slice(1));
  const list = (/** @type {string} */ name) => query.get(name)?.split(',').filter(Boolean) ?? [];
  const files = await Promise.all(
    query.getAll('file').map(async (entry) => {
      const [name, data] = entry.split(':');
      return { name: decodeURIComponent(name), bytes: await unpack(data ?? '') };
    }),
  );
  const [links, versions] = [list('links'), list('http')];
  return {
    ...(query.get('example') ? { example: query.get('example') ?? '' } : {}),
    ...(files.length > 0 ? { files } : {}),
    links: links.length > 0 ? links : usual.links,
    versions: versions.length > 0 ? versions : usual.versions,
  };
}

/** @param {Uint8Array} bytes */
async function pack(bytes) {
  const packed = await through(bytes, new CompressionStream('deflate-raw'));
  let text = '';
  for (const byte of packed) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {string} data */
async function unpack(data) {
  const text = atob(data.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  return through(bytes, new DecompressionStream('deflate-raw'));
}

/** @param {Uint8Array} bytes @param {CompressionStream | DecompressionStream} stream */
async function through(bytes, stream) {
  const out = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(out).arrayBuffer());
}
