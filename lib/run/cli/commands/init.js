/** @import { Command } from '../types.ts' */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../../base/errors.js';
import { recogniseGenerator } from '../generators.js';

const CONFIG = 'pagethrift.config.mjs';

/** @type {Command} */
export const command = {
  summary: 'Writes a commented config and the npm scripts.',
  usage: '[folder the build writes]',
  flags: { force: { type: 'boolean', help: 'replace a config that is there' } },
  async run({ world: { cwd, stdout }, values, positionals: [named] }) {
    const found = recogniseGenerator(cwd);
    const folder = named ?? found.folder;
    const at = join(cwd, CONFIG);
    if (existsSync(at) && !values.force)
      throw new InputError('exists', `${CONFIG} is there already; --force replaces it`);
    writeFileSync(at, configText());
    stdout.write(
      `${found.name ? `This is a site of ${found.name}` : 'No generator was recognised'}; it is taken to be ` +
        `written to ${folder}.\n`,
    );
    stdout.write(`wrote ${CONFIG}\n`);
    const manifest = join(cwd, 'package.json');
    if (!existsSync(manifest)) {
      stdout.write(`no package.json here: run “npx pagethrift build ${folder} --out ${folder}-lean” by hand\n`);
      return 0;
    }
    const added = addScripts(manifest, folder);
    stdout.write(
      added.length > 0 ? `added to package.json: ${added.join(', ')}\n` : 'package.json has its scripts already\n',
    );
    stdout.write(`Next: build the site, then “npm run lean”. “npm run lean:check” is the gate for CI.\n`);
    if (found.entry)
      stdout.write(
        `Or let ${found.name} do it at the end of its build: “pagethrift/${found.entry}”, see docs/integrations.md\n`,
      );
    return 0;
  },
};

/**
 * @param {string} manifest
 * @param {string} folder
 */
function addScripts(manifest, folder) {
  const text = readFileSync(manifest, 'utf8');
  const json = JSON.parse(text);
  const wanted = {
    lean: `pagethrift build ${folder} --out ${folder}-lean`,
    'lean:audit': `pagethrift audit ${folder} --html pagethrift-report.html`,
    'lean:check': `pagethrift check ${folder}`,
  };
  const added = Object.entries(wanted).filter(([name]) => json.scripts?.[name] === undefined);
  if (added.length === 0) return [];
  json.scripts = { ...json.scripts, ...Object.fromEntries(added) };
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
  writeFileSync(manifest, `${JSON.stringify(json, null, indent)}\n`);
  return added.map(([name]) => name);
}

function configText() {
  return `// What pagethrift does with this site. Every key may be left out: these are the defaults.
export default {
  // What a change may cost: 'safe' (nothing), 'visual' (nothing anyone sees), 'lossy' (pixels you chose to lose).
  safety: 'visual',

  // The visitor whose costs decide.
  link: '4g', // lan, wan, ppp, adsl, ricochet, slow-4g, 3g, 4g, 5g, cable, fibre, satellite
  http: '2', // 1.0, 1.1, 2, 3
  visit: 'first', // or 'revalidate'

  // Rules by id: 'off', 'advise', 'on', 'error', or [level, options]. “pagethrift rules” lists them.
  rules: {
    // 'uppercase-tags': 'off',
    // 'page-weight': ['error', { requests: 40 }],
  },

  // Which compressed files stand beside each text, and how hard to try: 'fast', 'balanced', 'max'.
  variants: ['gz', 'br', 'zst'],
  effort: 'balanced',

  // Limits that “pagethrift check” holds every page to.
  budgets: [
    // { pages: '**', requests: 50, bytes: 500_000, ms: 3000 },
  ],
};
`;
}
