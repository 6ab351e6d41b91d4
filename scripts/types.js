/*
 * node scripts/types.js [FOLDER] (runs when the package is packed)
 *
 * Writes the declarations of the package's exports only. The compiler declares every module that it reads, of which a
 * user's program can reach a quarter.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = join(root, 'node_modules/typescript/bin/tsc');
const out = resolve(root, process.argv[2] ?? 'types');
rmSync(out, { recursive: true, force: true });
execFileSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.types.json'), '--outDir', out], {
  // The standard output of `npm pack --json` is JSON.
  stdio: ['inherit', 2, 2],
});

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const reached = reach(
  Object.values(exports).flatMap(({ types }) => (types ? [join(out, relative('types', types))] : [])),
  join(out, 'lib/untyped.d.ts'),
);
for (const file of globSync('**/*.d.ts', { cwd: out })) {
  if (reached.has(join(out, file))) indentByTabs(join(out, file));
  else rmSync(join(out, file));
}
console.error(`${reached.size} declarations in ${out}`);

/** Indents a declaration file by tabs, which makes it 6 % smaller. @param {string} file */
function indentByTabs(file) {
  const declared = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    declared.replaceAll(/^(?: {4})+/gm, (spaces) => '\t'.repeat(spaces.length / 4)),
  );
}

/**
 * Lists declaration files and all that they import.
 * @param {readonly string[]} files @param {string} shared a file that others use without an import
 */
function reach(files, shared) {
  const found = new Set([...files, ...(existsSync(shared) ? [shared] : [])]);
  for (const file of found) {
    for (const [, name] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()["'](\.[^"']+)["']/g)) {
      const target = resolve(dirname(file), name).replace(/\.(?:js|ts)$/, '.d.ts');
      if (existsSync(target)) found.add(target);
    }
  }
  return found;
}
