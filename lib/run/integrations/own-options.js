/** Options that are no settings: where results go, and what they are compared with. */
export const OWN_OPTIONS = Object.freeze([
  'out',
  'baseline',
  'html',
  'json',
  'markdown',
  'sarif',
  'junit',
  'codequality',
]);
