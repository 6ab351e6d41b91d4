/**
 * Licences that permit use and distribution in programs of any licence. LGPL is that of libvips, which is linked
 * unmodified.
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
 * Lists the installed dependencies of users without an allowed licence.
 * @param {{ packages: Readonly<Record<string, Locked>> }} lock
 * @param {Readonly<Record<string, string>>} [read] licences by name that override the manifests
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
