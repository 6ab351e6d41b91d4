/** Opens the lab - namespaces, link, nginx - for a list of measurements, or reports what is missing. */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measure } from './measure.js';
import { createLab, listMissing, removeLab } from './namespaces.js';
import { startQuicServers } from './quic-servers.js';
import { makeCertificate, startServer } from './server.js';

/** @import { Measurement } from './measure.js' */
/** @import { Lab } from './namespaces.js' */
/** @import { Programs } from './provision.js' */
/** @typedef {Awaited<ReturnType<typeof measure>>} Capture */
/**
 * Repetitions of each case, the folder that stores the captures, and the HTTP/3 servers.
 * @typedef {{ repeats?: number, pcaps?: string | null, programs?: Pick<Programs, 'caddy' | 'python'> }} Options
 */

/** @param {Capture} capture */
const secondsOf = ({ measured }) => measured.seconds ?? measured.dataSeconds;

/**
 * Measures a case several times and keeps the fastest run, and the others next to it, because a busy machine only adds
 * time.
 * @param {Lab} lab @param {Measurement} wanted @param {Options} options
 */
async function measureOften(lab, wanted, { repeats = 1, pcaps = null }) {
  const runs = [];
  for (let run = 0; run < repeats; run += 1) {
    const name = `${wanted.name.replace(/[^\w.]+/g, '-')}-${run}.pcap`;
    runs.push(await measure(lab, wanted, pcaps === null ? null : join(pcaps, name)));
  }
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
 * Measures all cases in an open lab, with a paced nginx for cases that need it.
 * @param {Lab} lab @param {readonly Measurement[]} wanted @param {(line: string) => void} note
 * @param {Options} options
 */
async function measureIn(lab, wanted, note, options) {
  const captures = [];
  const nginx = { paced: false, stop: await startServer(lab) };
  try {
    for (const one of wanted) {
      const paced = one.pacing === true;
      if (paced !== nginx.paced) {
        await nginx.stop();
        Object.assign(nginx, { paced, stop: await startServer(lab, { paced }) });
      }
      try {
        captures.push(await measureOften(lab, one, options));
        note(`measured ${captures.length} of ${wanted.length}: ${one.name}`);
      } catch (error) {
        note(`not measured: ${one.name}: ${error instanceof Error ? error.message : error}`);
      }
    }
  } finally {
    await nginx.stop();
  }
  return captures;
}

/**
 * Measures one case after the other. A failing case is skipped and reported through `note`.
 * @param {readonly Measurement[]} wanted @param {(line: string) => void} note @param {Options} [options]
 * @returns {Promise<Capture[] | null>} null if the machine is not suitable; `note` receives the reason
 */
export async function measureAll(wanted, note, options = {}) {
  const missing = listMissing();
  if (missing.length > 0) {
    note(`bench/wire skipped: needs ${missing.join(', ')}`);
    return null;
  }
  const folder = mkdtempSync(join(tmpdir(), 'wire-'));
  chmodSync(folder, 0o755); // nginx runs as its own user
  const lab = createLab(folder);
  try {
    makeCertificate(lab);
    const stopQuic = await startQuicServers(lab, options.programs ?? { caddy: null, python: null });
    try {
      return await measureIn(lab, wanted, note, options);
    } finally {
      await stopQuic();
    }
  } finally {
    removeLab(lab);
    rmSync(folder, { recursive: true, force: true });
  }
}
