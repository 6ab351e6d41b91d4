/**
 * Returns the name of a page in reports: its file, or its address if it has no file of its own.
 * @param {{ readonly path: string | null, readonly address: string }} page
 */
export function nameOfPage({ path, address }) {
  return path ?? address;
}
