/** A real nginx in the server's namespace, with one port per write behaviour of servers. */

import { execFileSync, spawn } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { runIn, serverAddress } from './namespaces.js';

/** @import { Lab } from './namespaces.js' */
/** @import { PageFile } from './page.js' */

/** The `server` of a scenario, by port. */
export const ports = Object.freeze({
  80: { nagle: false, headersInOwnSegment: false, finWithLastData: true },
  81: { nagle: false, headersInOwnSegment: false, finWithLastData: false, note: 'sendfile off' },
  83: { nagle: true, headersInOwnSegment: true, finWithLastData: true, note: 'tcp_nodelay off, tcp_nopush off' },
  82: { nagle: false, headersInOwnSegment: false, finWithLastData: true, note: 'HTTP/2 without TLS' },
  443: { nagle: false, headersInOwnSegment: false, finWithLastData: true, note: 'TLS 1.3' },
  8443: { profile: 'caddy' },
  9443: { profile: 'aioquic' },
});

const pacingSource = fileURLToPath(new URL('pacing.c', import.meta.url));

/**
 * Compiles the library that lets the kernel pace a connection, as the queue discipline fq would.
 * @param {string} folder
 */
function compilePacing(folder) {
  const library = join(folder, 'pacing.so');
  execFileSync('cc', ['-O2', '-shared', '-fPIC', '-o', library, pacingSource, '-ldl'], { stdio: 'pipe' });
  return library;
}

/** @param {string} folder */
function writeConfig(folder) {
  const server = (/** @type {string} */ listen, /** @type {string} */ more) =>
    `server { listen ${listen}; root ${folder}/site; etag on; gzip_static on; ${more} }`;
  const config = `
worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log; daemon off;
events { worker_connections 512; }
http {
  types { text/html html; text/css css; text/javascript js; image/gif gif; }
  access_log off; keepalive_requests 10000; sendfile on; tcp_nopush on; tcp_nodelay on;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem; ssl_protocols TLSv1.2 TLSv1.3;
  ${server('80', '')}
  ${server('81', 'sendfile off; tcp_nopush off;')}
  ${server('83', 'tcp_nopush off; tcp_nodelay off;')}
  ${server('82 http2', '')}
  ${server('443 ssl http2', '')}
}`;
  writeFileSync(join(folder, 'nginx.conf'), config);
}

/**
 * Writes a key and a self-signed certificate for all servers of the lab.
 * @param {Lab} lab
 */
export function makeCertificate({ folder }) {
  const words =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=wire.test -addext ' +
    `subjectAltName=DNS:wire.test,IP:${serverAddress}`;
  execFileSync('openssl', [...words.split(' '), '-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')], {
    stdio: 'ignore',
  });
}

/**
 * Returns the hash with which Chromium trusts the lab's certificate.
 * @param {Lab} lab
 */
export function hashPublicKey({ folder }) {
  const { publicKey } = new X509Certificate(readFileSync(join(folder, 'cert.pem')));
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
}

/**
 * Starts nginx. The returned function stops it.
 * @param {Lab} lab
 * @param {{ paced?: boolean }} [options] `paced`: connections send at the pace of their window
 */
export async function startServer(lab, { paced = false } = {}) {
  const { folder } = lab;
  mkdirSync(join(folder, 'site'), { recursive: true });
  writeConfig(folder);
  const child = spawn(
    'ip',
    [
      'netns',
      'exec',
      lab.server,
      ...lab.urgent,
      'nginx',
      '-c',
      join(folder, 'nginx.conf'),
      '-p',
      folder,
      '-e',
      join(folder, 'error.log'),
    ],
    { stdio: 'inherit', env: paced ? { ...env, LD_PRELOAD: compilePacing(folder) } : env },
  );
  const ended = new Promise((resolve) => child.on('close', resolve));
  for (let tries = 0; ; tries++) {
    if (runIn(lab.server, 'cat /proc/net/tcp').includes(':0053 ')) break;
    if (tries > 100) throw new Error('nginx did not start: see error.log beside the captures');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return async () => {
    child.kill('SIGQUIT');
    setTimeout(() => child.kill('SIGTERM'), 1000).unref();
    await ended;
  };
}

/**
 * Replaces the files of the last page with those of another, all with the same date.
 * @param {Lab} lab
 * @param {readonly PageFile[]} files
 */
export function publish(lab, files) {
  const site = join(lab.folder, 'site');
  rmSync(site, { recursive: true, force: true });
  for (const { path, bytes } of files) {
    mkdirSync(dirname(join(site, path)), { recursive: true });
    writeFileSync(join(site, path), bytes);
  }
  execFileSync('find', [site, '-type', 'f', '-exec', 'touch', '-d', '2026-01-02T03:04:05Z', '{}', '+']);
}
