/** The documentation site. Its pages have the names of the files in `docs`. */
const SITE = 'https://pagethrift.github.io/pagethrift';

/**
 * Returns the address of a page of the documentation site.
 * @param {string} page such as `config` or `rules/modern-image`
 * @param {string} [section] the anchor of a heading
 */
export function docsAddress(page, section = '') {
  return `${SITE}/${page}.html${section ? `#${section}` : ''}`;
}
