/** Files in which servers and hosts are told what headers to send. */
export const HEADER_FILES = new RegExp(
  String.raw`(?:^|\/)(?:_headers|\.htaccess|netlify\.toml|vercel\.json|now\.json|firebase\.json` +
    String.raw`|staticwebapp\.config\.json|web\.config|nginx\.conf)$`,
);

/** What is only told to somebody is not forbidden. */
const REPORTED = /content-security-policy-report-only[^\n]*/gi;
const STYLES = /\bstyle-src(?:-elem|-attr)?\s[^;"\n]*/gi;
const ANYTHING = /\bdefault-src\s[^;"\n]*/gi;

/** Whether a text says a Content-Security-Policy. @param {string} text */
export function hasPolicy(text) {
  return /content-security-policy/i.test(text.replace(REPORTED, ''));
}

/**
 * Whether a Content-Security-Policy that stands in a text forbids styles in pages.
 * @param {string} text of a page, or of a file that tells a server its headers
 */
export function forbidsStyles(text) {
  if (!hasPolicy(text)) return false;
  const policies = text.replace(REPORTED, '');
  const directives = policies.match(STYLES) ?? policies.match(ANYTHING) ?? [];
  return directives.some((directive) => !/'unsafe-inline'/i.test(directive) || /'(?:nonce|sha\d+)-/i.test(directive));
}
