/** Opens the lab - namespaces, link, nginx - for a list of measurements, or says what is missing. */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findInstalledBrowsers } from '../../lib/visit/browser/find.js';
import { hasNghttp } from './browsers.js';
import { measure } from './measure.js';
import { createLab, listMissing, removeLab } from './namespaces.js';
import { startServer } from './server.js';

/** @import { Measurement } from './measure.js' */
/** @import { Lab } from './namespaces.js' */
/** @typedef {Awaited<ReturnType<typeof measure>>} Capture */

/** Clients of other makers that this machine has; `CHROMIUM` names one that is not on the path. */
export function findPrograms() {
  return { nghttp: hasNghttp(), chromium: process.env.CHROMIUM ?? findInstalledBrowsers()[0] ?? null };
}

/**
 * Measures a case so many times and keeps the quickest run, the others beside it: a busy machine only adds time.
 * @param {Lab} lab @param {Measurement} wanted @param {number} repeats
 */
async function measureOften(lab, wanted, repeats) {
  const runs = [];
  for (let run = 0; run < repeats; run += 1) runs.push(await measure(lab, wanted));
  const secondsOf = (/** @type {Capture} */ { measured }) => measured.seconds ?? measured.dataSeconds;
  runs.sort((left, right) => secondsOf(left) - secondsOf(right));
  const [kept] = runs.splice(0, 1);
  if (runs.length === 0) return kept;
  const again = runs.map((run) => ({
    packets: run.measured.packets,
    payloadBytes: run.measured.payloadBytes,
    seconds: secondsOf(run),
  }));
  return { ...kept, measured: { ...kept.measured, again } };
}

/**
 * Measures one case after the other; null, with a word to `note`, where the machine cannot.
 * @param {readonly Measurement[]} wanted @param {(line: string) => void} note @param {number} [repeats]
 * @returns {Promise<Capture[] | null>}
 */
export async function measureAll(wanted, note, repeats = 1) {
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
        captures.push(await measureOften(lab, one, repeats));
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
