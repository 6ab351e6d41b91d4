/** Two network namespaces connected by a TUN link in user space, and their requirements. */

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {{ downBitsPerSecond: number, upBitsPerSecond: number, rttMs: number, mtu: number, lossRate?: number,
 *   framing?: string, queuePackets?: number, seed?: number }} Link
 * @typedef {{ client: string, server: string, folder: string, device: string, linkProgram: string,
 *   urgent: readonly string[], browserFirst: readonly string[], allowedBefore: string }} Lab
 */

export const clientAddress = '10.77.0.1';
export const serverAddress = '10.77.0.2';
const device = 'wire0';

/** Returns a description of what the machine lacks for a measurement, or an empty string. */
export function listMissing() {
  const missing = [];
  if (process.getuid?.() !== 0) missing.push('root');
  if (!existsSync('/dev/net/tun')) missing.push('TUN devices (/dev/net/tun)');
  for (const [program, what] of [
    ['ip', 'ip (iproute2)'],
    ['cc', 'a C compiler (cc)'],
    ['nginx', 'nginx'],
  ])
    if (spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0) missing.push(what);
  return missing;
}

/** Command that gives a program priority where real-time scheduling is not permitted. */
const BEFORE_OTHERS = Object.freeze(['nice', '-n', '-20']);

/**
 * Returns the command that gives a program real-time priority, if that is permitted.
 * @param {number} priority servers have precedence over browsers, and the link over both
 */
function listUrgentWords(priority) {
  const realTime = ['chrt', '--rr', String(priority)];
  const [program, ...words] = realTime;
  return spawnSync(program, [...words, 'true']).status === 0 ? realTime : BEFORE_OTHERS;
}

/**
 * @param {string} program
 * @param {...string} words
 */
function run(program, ...words) {
  return execFileSync(program, words, { stdio: ['ignore', 'pipe', 'pipe'] }).toString();
}

/**
 * @param {string} name
 * @param {string} command
 */
export function runIn(name, command) {
  return run('ip', 'netns', 'exec', name, 'sh', '-c', command);
}

/** Congestion control algorithms that namespaces may choose. The list applies to the whole machine. */
const ALLOWED_FILE = '/proc/sys/net/ipv4/tcp_allowed_congestion_control';

/**
 * Permits namespaces to choose any congestion control of the kernel. By default, namespaces cannot choose CUBIC on a
 * machine with another default.
 * @returns {string} the list before the change
 */
function allowCongestionControl() {
  const before = readFileSync(ALLOWED_FILE, 'utf8');
  writeFileSync(ALLOWED_FILE, readFileSync('/proc/sys/net/ipv4/tcp_available_congestion_control', 'utf8'));
  return before;
}

/**
 * Creates the namespaces and compiles the link.
 * @param {string} folder
 * @returns {Lab}
 */
export function createLab(folder) {
  const linkProgram = join(folder, 'link');
  run('cc', '-O2', '-o', linkProgram, fileURLToPath(new URL('link.c', import.meta.url)));
  const lab = {
    client: `wire-c-${process.pid}`,
    server: `wire-s-${process.pid}`,
    folder,
    device,
    linkProgram,
    urgent: listUrgentWords(10),
    browserFirst: listUrgentWords(1),
    allowedBefore: allowCongestionControl(),
  };
  for (const [name, own, other] of [
    [lab.client, clientAddress, serverAddress],
    [lab.server, serverAddress, clientAddress],
  ]) {
    run('ip', 'netns', 'add', name);
    runIn(
      name,
      [
        'echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6',
        'echo 1 > /proc/sys/net/ipv6/conf/default/disable_ipv6',
        'echo 1 > /proc/sys/net/ipv4/tcp_no_metrics_save',
        'ip link set lo up',
        `ip tuntap add dev ${device} mode tun`,
        `ip link set ${device} txqueuelen 4000 up`,
        `ip address add ${own} peer ${other} dev ${device}`,
      ].join(' && '),
    );
  }
  return lab;
}

/**
 * Sets the TCP parameters of both ends.
 * @param {Lab} lab
 * @param {{ congestion?: string, initialWindow?: number, timestamps?: boolean, mtu: number }} tcp
 */
export function setTcp(lab, { congestion = 'reno', initialWindow = 10, timestamps = false, mtu }) {
  for (const [name, other] of [
    [lab.client, serverAddress],
    [lab.server, clientAddress],
  ])
    runIn(
      name,
      [
        `echo ${congestion} > /proc/sys/net/ipv4/tcp_congestion_control`,
        `echo ${timestamps ? 1 : 0} > /proc/sys/net/ipv4/tcp_timestamps`,
        `ip link set ${device} mtu ${mtu}`,
        `ip route replace ${other} dev ${device} initcwnd ${initialWindow}`,
        'ip tcp_metrics flush',
      ].join(' && '),
    );
}

/**
 * Starts the link. The returned function stops it and returns the dropped packets.
 * @param {Lab} lab
 * @param {Link} link
 * @param {string} pcap
 */
export async function startLink(lab, link, pcap) {
  const words = [lab.client, lab.server, device, link.downBitsPerSecond, link.upBitsPerSecond, (link.rttMs / 2) * 1000];
  words.push(
    link.queuePackets ?? 1000,
    link.framing ?? 'none',
    Math.round((link.lossRate ?? 0) * 1e6),
    link.seed ?? 1,
    pcap,
  );
  const child = spawn(lab.linkProgram, words.map(String), { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.on('close', resolve));
  let said = '';
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += chunk;
      if (said.startsWith('ready')) resolve(null);
    });
    child.on('close', (code) => reject(new Error(`the link ended with ${code} before it was ready`)));
  });
  return async () => {
    child.kill('SIGTERM');
    await ended;
    return JSON.parse(said.slice('ready\n'.length));
  };
}

/**
 * Removes the namespaces and restores the permissions.
 * @param {Lab} lab
 */
export function removeLab(lab) {
  writeFileSync(ALLOWED_FILE, lab.allowedBefore);
  for (const name of [lab.client, lab.server]) spawnSync('ip', ['netns', 'delete', name]);
}
