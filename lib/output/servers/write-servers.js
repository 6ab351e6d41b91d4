/** @import { SitePath } from '../../site/types.ts' */
/** @import { Prefetch } from './plan-prefetch.js' */

import { exact } from '../../base/exact.js';
import { planDelivery } from '../serve/delivery.js';
import { writeApache } from './apache.js';
import { writeCaddy } from './caddy.js';
import { writeAzure, writeFirebase, writeGitHubNote, writeHeadersFile, writeVercel } from './hosts.js';
import { writeLighttpd, writeLighttpdScript } from './lighttpd.js';
import { writeNginx } from './nginx.js';
import { groupHints } from './page-hints.js';
import { RULES_FILE, writeSpeculationRules } from './plan-prefetch.js';

/**
 * Writes the configuration of servers and hosts for a site, by the name of the file that each reads.
 * @param {Iterable<SitePath>} paths of all files that are served, copies among them
 * @param {{ root: string, scripts: string }} places where the site will lie, and the scripts that servers run
 * @param {ReadonlySet<SitePath>} [own] files that are called like a copy or a dictionary, and are none
 * @param {ReadonlyMap<SitePath, string>} [hints] `Link` headers for Early Hints, by page
 * @param {Prefetch | null} [prefetch] pages whose links browsers fetch ahead
 * @returns {ReadonlyMap<string, string>}
 */
export function writeServers(paths, { root, scripts }, own = new Set(), hints = new Map(), prefetch = null) {
  const delivery = planDelivery(paths, own);
  const groups = groupHints(hints);
  const ahead = prefetch && prefetch.pages.length > 0 ? { pages: prefetch.pages, folder: scripts } : null;
  const rules = ahead && prefetch ? [exact([RULES_FILE, writeSpeculationRules(prefetch)])] : [];
  return new Map([
    ['nginx.conf', writeNginx(delivery, root, groups, ahead)],
    ['apache.conf', writeApache(delivery, root, groups)],
    ['Caddyfile', writeCaddy(delivery, root, groups, ahead)],
    ['lighttpd.conf', writeLighttpd(root, `${scripts}/lighttpd.lua`)],
    ['lighttpd.lua', writeLighttpdScript(delivery)],
    ['_headers', writeHeadersFile(delivery, groups, ahead)],
    ['vercel.json', writeVercel(delivery)],
    ['firebase.json', writeFirebase(delivery)],
    ['staticwebapp.config.json', writeAzure(delivery)],
    ['github-pages.txt', writeGitHubNote()],
    ...rules,
  ]);
}
