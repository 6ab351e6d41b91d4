/** Options that are no settings: places of results, and the baseline. */
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
