/**
 * Returns the name of a page in reports: its file, or its address where it has none of its own.
 * @param {{ readonly path: string | null, readonly address: string }} page
 */
export function nameOfPage({ path, address }) {
  return path ?? address;
}
