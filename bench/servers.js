import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askAll } from './servers/ask.js';
import { installedServers, startServer, writeSite } from './servers/lab.js';

/*
 * Requests every kind of file in every encoding from Debian's servers with the configurations that a build writes.
 * npm run bench -- servers: those that are installed
 * npm run bench -- servers --install: installs all four with apt-get first
 */

const PACKAGES = ['nginx-light', 'apache2', 'caddy', 'lighttpd', 'lighttpd-modules-lua'];
if (process.argv.includes('--install')) {
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...PACKAGES], { stdio: 'inherit' });
}
const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-servers-'));
const root = join(scratch, 'site');
const dictionary = writeSite(root);
let wrong = 0;
for (const name of installedServers()) {
  const server = await startServer(name, root, join(scratch, name));
  const { asked, faults } = await askAll(server.url, root, dictionary, { negotiatesDictionaries: name !== 'caddy' });
  await server.stop();
  console.log(`${name} ${server.version}: ${asked} requests, ${faults.length} faults`);
  for (const fault of faults) console.log(`  ${fault}`);
  wrong += faults.length;
}
rmSync(scratch, { recursive: true, force: true });
process.exitCode = wrong > 0 ? 1 : 0;
