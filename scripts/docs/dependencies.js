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
      ? 'No package runs a script during the installation.'
      : `Only ${scripts.join(', ')} runs a script during the installation, and works without it.`;
  return `# Dependencies

<!-- Written by “npm run docs” from package.json and scripts/docs/purposes.json; change those, not this file. -->

These packages are installed with pagethrift. ${said} \`npm ci --ignore-scripts\` is sufficient.

| package | version | licence | purpose |
|---|---|---|---|
${rows.join('')}`;
}

/** @param {string} name */
function purposeOf(name) {
  const known = purposes[name] ?? purposes[`${name.slice(0, name.indexOf('/') + 1)}*`];
  if (known === undefined) throw new Error(`${name}: add its purpose to scripts/docs/purposes.json`);
  return known;
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(new URL(path, root), 'utf8'));
}
