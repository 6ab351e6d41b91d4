/** The config that `pagethrift init` writes. */
export const CONFIG_FILE = 'pagethrift.config.mjs';

/** Returns the text of a commented config. */
export function configText() {
  return `// All keys are optional. These are the defaults.
export default {
  // Permitted difference: 'safe' (no pixel changes), 'visual' (no visible change), 'lossy' (see “quality”).
  safety: 'visual',

  // The visitor profile for which pages are priced.
  link: '4g', // lan, wan, ppp, adsl, ricochet, slow-4g, 3g, 4g, 5g, cable, fibre, satellite
  http: '2', // 1.0, 1.1, 2, 3
  visit: 'first', // or 'revalidate'

  // Files and pages that must not change: globs for all rules, or by rule: { 'modern-image': ['img/logo.png'] }.
  // In a page, data-pagethrift="keep" does the same for an element.
  keep: [],

  // Files that do not belong to the site and that nothing names: they are omitted from the output.
  exclude: [],

  // Rules by id: 'off', 'advise', 'on', 'error', or [level, options]. “npx pagethrift rules” lists them.
  rules: {
    // 'uppercase-tags': 'off',
    // 'page-weight': ['error', { requests: 40 }],
  },

  // Compressed files next to each text, and the compression effort: 'fast', 'balanced', 'max'.
  variants: ['gz', 'br', 'zst'],
  effort: 'balanced',

  // The gate, “npx pagethrift check”. A page fails if it grows by more than this against the baseline. The larger of
  // the two counts. Requests may not grow.
  tolerance: '1 %, 1 kB',
  // Limits that apply without a baseline.
  budgets: [
    // { pages: '**', requests: 50, bytes: '500 kB', ms: '3 s' },
  ],
};
`;
}
