/** @import { Settings } from '../types.ts' */
/** @import { Warning } from '../../site/types.ts' */

import { env } from 'node:process';
import { openCache } from './cache.js';
import { openRemoteStore } from './remote-store.js';

/**
 * Opens the cache that the settings of a run name.
 * @param {Pick<Settings, 'cache' | 'remoteCache' | 'cacheReadOnly'>} settings
 * @param {Warning[]} warnings takes a warning if the remote cache fails
 */
export function openRunCache({ cache, remoteCache, cacheReadOnly: isReadOnly }, warnings) {
  const warn = (/** @type {string} */ message) => void warnings.push({ code: 'remote-cache', message });
  const remote =
    remoteCache === '' || cache === 'off'
      ? null
      : openRemoteStore(remoteCache, { token: env.PAGETHRIFT_CACHE_TOKEN ?? '', isReadOnly, warn });
  return openCache(cache === 'off' ? null : cache, { isReadOnly, remote });
}
