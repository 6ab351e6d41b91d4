import fc from 'fast-check';

/*
 * Loaded before every test file: the gate must say the same of the same code, so properties draw the same cases each time.
 * `npm run fuzz` draws others, and more of them.
 */
const seed = Number(process.env.PAGETHRIFT_SEED ?? 1997);
fc.configureGlobal({ seed });
