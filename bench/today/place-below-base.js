import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describeSite } from '../soak/describe-site.js';

/**
 * Copies a site that was built for a folder of its host into such a folder. Returns the folder of the host, or that of
 * the site if it was built for a whole host.
 * @param {string} built @param {string} host a folder that is replaced
 * @param {string} [like] another build of the site that tells its folder
 */
export function placeBelowBase(built, host, like = built) {
  const { base } = describeSite(like, 1);
  if (base === '/') return built;
  rmSync(host, { recursive: true, force: true });
  cpSync(built, join(host, base), { recursive: true });
  return host;
}
