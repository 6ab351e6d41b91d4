const UNRELEASED = /^## Unreleased\n+/m;

/**
 * Moves the unreleased entries of the changelog below their version.
 * @param {string} text
 * @param {string} version
 * @param {string} date
 */
export function datedChangelog(text, version, date) {
  const found = UNRELEASED.exec(text);
  const after = found ? text.slice(found.index + found[0].length) : '';
  if (!found || /^(?:## |$)/.test(after)) throw new Error('CHANGELOG.md says nothing of what is unreleased');
  return text.replace(UNRELEASED, `## Unreleased\n\n## ${version} (${date})\n\n`);
}
