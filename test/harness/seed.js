import fc from 'fast-check';

/*
 * Loaded before every test file: the gate must say the same of the same code, so properties draw the same cases each
 * time. `npm run fuzz` draws others, and more of them.
 */
const seed = Number(process.env.PAGETHRIFT_SEED ?? 1997);
fc.configureGlobal({ seed });

/**
 * What is read in images and how it is set hangs on the browser: tests use the one that the package brings, whatever is
 * installed.
 */
process.env.PAGETHRIFT_BROWSER ??= 'bundled';
