/** The config that `pagethrift init` writes. */
export const CONFIG_FILE = 'pagethrift.config.mjs';

/** Returns the text of a commented config. */
export function configText() {
  return `// Every key may be left out. These are the defaults.
export default {
  // What a change may cost: 'safe' (no pixel changes), 'visual' (nobody sees a change), 'lossy' (you choose).
  safety: 'visual',

  // The visitor whose costs decide.
  link: '4g', // lan, wan, ppp, adsl, ricochet, slow-4g, 3g, 4g, 5g, cable, fibre, satellite
  http: '2', // 1.0, 1.1, 2, 3
  visit: 'first', // or 'revalidate'

  // Files and pages that stay as they are: globs for all rules, or by rule: { 'modern-image': ['img/logo.png'] }.
  // In a page, data-pagethrift="keep" does the same for an element.
  keep: [],

  // Files that are no part of the site and that nothing names: they are left out of the output.
  exclude: [],

  // Rules by id: 'off', 'advise', 'on', 'error', or [level, options]. “npx pagethrift rules” lists them.
  rules: {
    // 'uppercase-tags': 'off',
    // 'page-weight': ['error', { requests: 40 }],
  },

  // Compressed files next to each text, and how hard to compress: 'fast', 'balanced', 'max'.
  variants: ['gz', 'br', 'zst'],
  effort: 'balanced',

  // The gate, “npx pagethrift check”. A page fails where it costs more than in the baseline by more than this. The
  // larger of the two counts. Requests may not grow at all.
  tolerance: '1 %, 1 kB',
  // Limits that hold without a baseline.
  budgets: [
    // { pages: '**', requests: 50, bytes: '500 kB', ms: '3 s' },
  ],
};
`;
}
