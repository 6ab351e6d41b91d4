/** Opens the lab - namespaces, link, nginx - for a list of measurements, or says what is missing. */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findInstalledBrowsers } from '../../lib/browser/find.js';
import { hasNghttp } from './browsers.js';
import { measure } from './measure.js';
import { createLab, listMissing, removeLab } from './namespaces.js';
import { startServer } from './server.js';

/** @import { Measurement } from './measure.js' */
/** @typedef {Awaited<ReturnType<typeof measure>>} Capture */

/** Clients of other makers that this machine has; `CHROMIUM` names one that is not on the path. */
export function findPrograms() {
  return { nghttp: hasNghttp(), chromium: process.env.CHROMIUM ?? findInstalledBrowsers()[0] ?? null };
}

/**
 * Measures one case after the other; null, with a word to `note`, where the machine cannot.
 * @param {readonly Measurement[]} wanted @param {(line: string) => void} note
 * @returns {Promise<Capture[] | null>}
 */
export async function measureAll(wanted, note) {
  const missing = listMissing();
  if (missing.length > 0) {
    note(`bench/wire skipped: needs ${missing.join(', ')}`);
    return null;
  }
  const folder = mkdtempSync(join(tmpdir(), 'wire-'));
  chmodSync(folder, 0o755); // nginx serves as a user of its own
  const lab = createLab(folder);
  try {
    const stop = await startServer(lab);
    try {
      const captures = [];
      for (const one of wanted) {
        captures.push(await measure(lab, one));
        note(`measured ${captures.length} of ${wanted.length}: ${one.name}`);
      }
      return captures;
    } finally {
      await stop();
    }
  } finally {
    removeLab(lab);
    rmSync(folder, { recursive: true, force: true });
  }
}
