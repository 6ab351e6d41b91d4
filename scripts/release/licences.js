/**
 * Licences that let the package be used and passed on in a program of any licence. LGPL is that of libvips, which is
 * linked as it is.
 */
const ALLOWED = new Set([
  ...[
    'MIT',
    'ISC',
    'BSD-2-Clause',
    'BSD-3-Clause',
    '0BSD',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'CC0-1.0',
    'Python-2.0',
    'Zlib',
  ],
  ...['OFL-1.1', 'LGPL-3.0-or-later'],
]);

/** Licences of packages whose manifest refers to a file. @type {Readonly<Record<string, string>>} */
export const READ_BY_HAND = { flatbuffers: 'Apache-2.0' };

/**
 * @typedef {{ license?: string, dev?: boolean }} Locked
 */

/**
 * Lists what is installed for users under a licence that is not allowed, or under none.
 * @param {{ packages: Readonly<Record<string, Locked>> }} lock
 * @param {Readonly<Record<string, string>>} [read] licences by name, in place of what manifests say
 */
export function listForbidden({ packages }, read = {}) {
  return Object.entries(packages).flatMap(([path, { license = 'none', dev = false }]) => {
    const name = path.replace(/^.*node_modules\//, '');
    const said = read[name] ?? license;
    return path === '' || dev || isAllowed(said) ? [] : [`${name}: ${said}`];
  });
}

/**
 * Returns true if all parts of an expression joined by AND, or one of those joined by OR, are allowed.
 * @param {string} said
 */
function isAllowed(said) {
  const plain = said.replace(/[()]/g, '');
  return plain.split(' OR ').some((each) => each.split(' AND ').every((one) => ALLOWED.has(one.trim())));
}
