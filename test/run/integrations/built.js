import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Options that skip slow stages, which do not affect the hooks. */
export const QUICK = Object.freeze({ browser: 'off', verify: 'off', cache: 'off', jobs: 1 });

const PAGE =
  `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>A page</title>
    <link rel="stylesheet" href="/docs/style.css">
  </head>
  <body>
    <!-- nobody reads this remark, which is long enough -->
    <p>Hello. A page as short as a greeting is not worth a compressed copy, so this one goes on a little: it ` +
  `says once more that
    nobody reads the remark above, and that whoever came here for the words may leave now.</p>
  </body>
</html>
`;

/**
 * Creates a project whose framework has just written `dist`.
 * @param {import('node:test').TestContext} test
 */
export function makeProject(test) {
  const root = mkdtempSync(join(tmpdir(), 'pagethrift-integration-'));
  test.after(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'dist');
  mkdirSync(folder);
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'style.css'), 'p {\n  color: teal;\n}\n');
  return { root, folder, isOptimized: (at = folder) => existsSync(join(at, '.pagethrift.json')) };
}

/** Returns a framework's log that records its lines. */
export function makeLog() {
  /** @type {string[]} */
  const lines = [];
  const add = (/** @type {string} */ line) => {
    lines.push(line);
  };
  return { lines, info: add, log: add, warn: (/** @type {string} */ line) => add(`warning: ${line}`) };
}
