import fc from 'fast-check';

/*
 * Loaded before every test file. Property tests use a fixed seed, so that results are reproducible. `npm run fuzz` uses
 * other seeds, and more cases.
 */
const seed = Number(process.env.PAGETHRIFT_SEED ?? 1997);
fc.configureGlobal({ seed });

/** Text recognition and rendering depend on the browser, so tests use the bundled one. */
process.env.PAGETHRIFT_BROWSER ??= 'bundled';
