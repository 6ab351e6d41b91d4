/** @import { SitePath } from '../../site/types.ts' */

import { planDelivery } from '../serve/delivery.js';
import { writeApache } from './apache.js';
import { writeCaddy } from './caddy.js';
import { writeAzure, writeFirebase, writeGitHubNote, writeHeadersFile, writeVercel } from './hosts.js';
import { writeLighttpd, writeLighttpdScript } from './lighttpd.js';
import { writeNginx } from './nginx.js';

/**
 * Writes the configuration of servers and hosts for a site, by the name of the file that each reads.
 * @param {Iterable<SitePath>} paths of all files that are served, including copies
 * @param {{ root: string, scripts: string }} places the final folder of the site, and the scripts that servers run
 * @param {ReadonlySet<SitePath>} [own] files that are named like a copy or a dictionary, and are none
 * @returns {ReadonlyMap<string, string>}
 */
export function writeServers(paths, { root, scripts }, own = new Set()) {
  const delivery = planDelivery(paths, own);
  return new Map([
    ['nginx.conf', writeNginx(delivery, root)],
    ['apache.conf', writeApache(delivery, root)],
    ['Caddyfile', writeCaddy(delivery, root)],
    ['lighttpd.conf', writeLighttpd(root, `${scripts}/lighttpd.lua`)],
    ['lighttpd.lua', writeLighttpdScript(delivery)],
    ['_headers', writeHeadersFile(delivery)],
    ['vercel.json', writeVercel(delivery)],
    ['firebase.json', writeFirebase(delivery)],
    ['staticwebapp.config.json', writeAzure(delivery)],
    ['github-pages.txt', writeGitHubNote()],
  ]);
}
