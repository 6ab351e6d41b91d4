/** Files that configure the response headers of servers and hosts. */
export const HEADER_FILES = new RegExp(
  String.raw`(?:^|\/)(?:_headers|\.htaccess|netlify\.toml|vercel\.json|now\.json|firebase\.json` +
    String.raw`|staticwebapp\.config\.json|web\.config|nginx\.conf)$`,
);

/** A policy that only reports forbids nothing. */
const REPORTED = /content-security-policy-report-only[^\n]*/gi;
const STYLES = /\bstyle-src(?:-elem|-attr)?\s[^;"\n]*/gi;
const ANYTHING = /\bdefault-src\s[^;"\n]*/gi;

/** Returns true if a text contains a Content-Security-Policy. @param {string} text */
export function hasPolicy(text) {
  return /content-security-policy/i.test(text.replace(REPORTED, ''));
}

/**
 * Returns true if a Content-Security-Policy in a text forbids styles in pages.
 * @param {string} text of a page, or of a file that configures response headers
 */
export function forbidsStyles(text) {
  if (!hasPolicy(text)) return false;
  const policies = text.replace(REPORTED, '');
  const directives = policies.match(STYLES) ?? policies.match(ANYTHING) ?? [];
  return directives.some((directive) => !/'unsafe-inline'/i.test(directive) || /'(?:nonce|sha\d+)-/i.test(directive));
}
