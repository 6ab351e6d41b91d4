/**
 * HTTP/3 servers in the server's namespace: Caddy, which uses quic-go, and aioquic, which schedules streams
 * differently.
 */

import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { runIn, serverAddress } from './namespaces.js';

/** @import { Lab } from './namespaces.js' */
/** @import { Programs } from './provision.js' */

/** Ports of the two servers. Caddy also answers HTTP/1.1 and HTTP/2 over TCP on its port. */
export const quicPorts = Object.freeze({ caddy: 8443, aioquic: 9443 });

const aioquicProgram = fileURLToPath(new URL('aioquic-server.py', import.meta.url));
/** Time limit for a server to listen, in milliseconds. */
const START_MS = 15_000;

/** @param {Lab} lab */
function writeCaddyfile({ folder }) {
  // Chromium limits the requests to a server until it knows that the server multiplexes, which Alt-Svc states.
  const file = join(folder, 'Caddyfile');
  writeFileSync(
    file,
    `{
  admin off
  auto_https off
  persist_config off
  storage file_system ${folder}/caddy
  log {
    level ERROR
  }
}
https://${serverAddress}:${quicPorts.caddy} {
  tls ${folder}/cert.pem ${folder}/key.pem
  root * ${folder}/site
  header Alt-Svc h3=":${quicPorts.caddy}";ma=2592000
  file_server {
    precompressed gzip
  }
}
`,
  );
  return file;
}

/**
 * Waits until a namespace has a UDP socket on a port.
 * @param {string} name @param {number} port
 */
async function waitForPort(name, port) {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')} `;
  for (const until = Date.now() + START_MS; Date.now() < until; ) {
    if (runIn(name, 'cat /proc/net/udp /proc/net/udp6').includes(wanted)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`nothing listens on UDP port ${port} after ${START_MS} ms`);
}

/**
 * Starts one server in the namespace. The returned function stops it.
 * @param {Lab} lab @param {readonly string[]} command @param {number} port
 */
async function start(lab, command, port) {
  const child = spawn('ip', ['netns', 'exec', lab.server, ...lab.urgent, ...command], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...env, HOME: lab.folder, ...(env.WIRE_QLOG ? { QLOGDIR: env.WIRE_QLOG } : {}) },
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  await waitForPort(lab.server, port);
  return async () => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 1000).unref();
    await ended;
  };
}

/**
 * Starts the HTTP/3 servers of the machine. The returned function stops them.
 * @param {Lab} lab @param {Pick<Programs, 'caddy' | 'python'>} programs
 */
export async function startQuicServers(lab, { caddy, python }) {
  /** @type {(() => Promise<void>)[]} */
  const stops = [];
  if (caddy !== null) {
    const command = [caddy, 'run', '--config', writeCaddyfile(lab), '--adapter', 'caddyfile'];
    stops.push(await start(lab, command, quicPorts.caddy));
  }
  if (python !== null) {
    const paths = [join(lab.folder, 'site'), serverAddress, String(quicPorts.aioquic)];
    const keys = [join(lab.folder, 'cert.pem'), join(lab.folder, 'key.pem')];
    if (env.WIRE_QLOG) mkdirSync(env.WIRE_QLOG, { recursive: true });
    const log = env.WIRE_QLOG ? [env.WIRE_QLOG] : [];
    stops.push(await start(lab, [python, aioquicProgram, ...paths, ...keys, ...log], quicPorts.aioquic));
  }
  return async () => {
    for (const stop of stops) await stop();
  };
}
