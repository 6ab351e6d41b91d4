import { readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);

/** @type {Readonly<Record<string, string>>} purposes by name; a star matches the rest of a name */
const purposes = JSON.parse(readFileSync(new URL('scripts/docs/purposes.json', root), 'utf8'));

/** Renders the list of dependencies, with their licences and purposes. */
export function renderDependencies() {
  const { dependencies, optionalDependencies } = readJson('package.json');
  const { packages } = readJson('package-lock.json');
  const rows = Object.keys({ ...dependencies, ...optionalDependencies }).map((name) => {
    const { version, license } = readJson(`node_modules/${name}/package.json`);
    return `| ${name} | ${version} | ${license} | ${purposeOf(name)} |\n`;
  });
  const scripts = Object.entries(/** @type {Record<string, { hasInstallScript?: true, dev?: true }>} */ (packages))
    .filter(([, { hasInstallScript, dev }]) => hasInstallScript && !dev)
    .map(([path]) => `\`${path.replace(/^.*node_modules\//, '')}\``);
  const said =
    scripts.length === 0
      ? 'None of them, and nothing that they need, runs a script when it is installed.'
      : `These run a script when they are installed, and work where it does not run: ${scripts.join(', ')}.`;
  return `# Dependencies

\`npm run docs\` writes this page. ${said} \`npm ci --ignore-scripts\` installs all that is needed.

| package | version | licence | what it is for |
|---|---|---|---|
${rows.join('')}`;
}

/** @param {string} name */
function purposeOf(name) {
  const known = purposes[name] ?? purposes[`${name.slice(0, name.indexOf('/') + 1)}*`];
  if (known === undefined) throw new Error(`${name}: say in scripts/docs/purposes.json what it is for`);
  return known;
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(new URL(path, root), 'utf8'));
}
