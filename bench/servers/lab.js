import { spawn, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { CODINGS, compressWith } from '../../lib/output/dictionary/codings.js';
import { dictionaryPath, idOf } from '../../lib/output/dictionary/names.js';
import { writeServers } from '../../lib/output/servers/write-servers.js';

/** Runs real servers with the configurations that a build writes for them. */

const PAGE = `<!doctype html><title>Harbour</title>${'<p>High water at noon, low water at six.'.repeat(60)}`;
const MODULES = ['authz_core', 'dir', 'headers', 'mime', 'mpm_event', 'rewrite'];

/**
 * Writes a small site with every kind of file and copy.
 * @param {string} root
 */
export function writeSite(root) {
  const files = {
    'index.html': PAGE,
    'docs/index.html': `${PAGE}<p>Docs`,
    'docs/tide table.html': `${PAGE}<p>Tides`,
    'site.css': 'p { margin: 1em }\n'.repeat(90),
    'js/app.8f3a2b1c.js': 'export const tide = () => "high";\n'.repeat(90),
    'plain.txt': 'no copies beside this one\n',
    'photo.jxl': Buffer.from([0xff, 0x0a, 0, 0]),
    'photo.png': Buffer.from(hash('sha512', 'photo', 'buffer').toString('hex').repeat(20)),
  };
  // Servers change from root to their own user, which needs access to the folder.
  mkdirSync(root, { recursive: true });
  chmodSync(join(root, '..'), 0o755);
  const dictionary = Buffer.from(PAGE.slice(0, 900));
  for (const [path, text] of Object.entries(files)) {
    const bytes = Buffer.from(text);
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), bytes);
    if (/plain|photo/.test(path)) continue;
    writeFileSync(join(root, `${path}.br`), brotliCompressSync(bytes));
    writeFileSync(join(root, `${path}.zst`), zstdCompressSync(bytes));
    writeFileSync(join(root, `${path}.gz`), gzipSync(bytes));
    for (const coding of CODINGS) {
      if (path.endsWith('.html')) {
        writeFileSync(
          join(root, `${path}.${idOf(dictionary)}.${coding}`),
          compressWith(coding, bytes, dictionary, 'fast'),
        );
      }
    }
  }
  writeFileSync(join(root, dictionaryPath(dictionary)), dictionary);
  return dictionary;
}

/** A separate package contains the module that runs the script. */
const LIGHTTPD_LUA = '/usr/lib/lighttpd/mod_magnet.so';

/** Lists the installed servers. */
export function installedServers() {
  const programs = {
    nginx: '/usr/sbin/nginx',
    apache: '/usr/sbin/apache2',
    caddy: '/usr/bin/caddy',
    lighttpd: '/usr/sbin/lighttpd',
  };
  const names = /** @type {(keyof typeof programs)[]} */ (Object.keys(programs));
  return names.filter((name) => existsSync(programs[name]) && (name !== 'lighttpd' || existsSync(LIGHTTPD_LUA)));
}

/**
 * Starts one server for a folder.
 * @param {ReturnType<typeof installedServers>[number]} name
 * @param {string} root
 * @param {string} scratch
 * @param {ReadonlyMap<string, string>} [hints] `Link` headers by page
 * @param {import('../../lib/output/servers/plan-prefetch.js').Prefetch | null} [prefetch]
 */
export async function startServer(name, root, scratch, hints = new Map(), prefetch = null) {
  const port = await freePort();
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name: file }) => relative(root, join(parentPath, file)));
  mkdirSync(scratch, { recursive: true });
  const places = { root, scripts: scratch };
  for (const [file, text] of writeServers(paths, places, new Set(), hints, prefetch))
    writeFileSync(join(scratch, file), text);
  const { command, argv } = STARTS[name](root, scratch, port);
  const child = spawn(command, argv, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: scratch } });
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  for (let tries = 0; !(await answers(port)); tries++) {
    if (tries > 100 || child.exitCode !== null) throw new Error(`${name} does not start: ${said}`);
    await setTimeout(50);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    version: versionOf(name),
    stop: () => new Promise((done) => child.once('exit', done).kill()),
  };
}

/**
 * @type {Record<ReturnType<typeof installedServers>[number], (root: string, scratch: string, port: number) => {
 *   command: string, argv: string[] }>}
 */
const STARTS = {
  nginx: (_, scratch, port) => {
    rewrite(join(scratch, 'nginx.conf'), 'listen 80', `listen 127.0.0.1:${port}`);
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((kind) => `${kind}_temp_path ${scratch}/t;`)
      .join(' ');
    writeFileSync(
      join(scratch, 'main.conf'),
      `${user} daemon off; pid ${scratch}/pid; error_log stderr; events {}
http { ${temporary} include /etc/nginx/mime.types; default_type application/octet-stream; access_log ` +
        `off; include ${scratch}/nginx.conf; }`,
    );
    return { command: 'nginx', argv: ['-c', join(scratch, 'main.conf')] };
  },
  apache: (root, scratch, port) => {
    const modules = MODULES.map((module) => `LoadModule ${module}_module /usr/lib/apache2/modules/mod_${module}.so`);
    writeFileSync(
      join(scratch, 'main.conf'),
      `User www-data\nGroup www-data\nServerName localhost\nListen 127.0.0.1:${port}\nPidFile ${scratch}/pid\n` +
        `ErrorLog ${scratch}/error.log\n${modules.join('\n')}
TypesConfig /etc/mime.types\nAddType application/x-gzip .gz\nAddLanguage br .br\nDocumentRoot ${root}\n` +
        `Include ${scratch}/apache.conf\n`,
    );
    return { command: 'apache2', argv: ['-D', 'FOREGROUND', '-f', join(scratch, 'main.conf')] };
  },
  caddy: (_, scratch, port) => {
    rewrite(join(scratch, 'Caddyfile'), ':80 {', `{\n  admin off\n  auto_https off\n}\nhttp://127.0.0.1:${port} {`);
    return { command: 'caddy', argv: ['run', '--config', join(scratch, 'Caddyfile'), '--adapter', 'caddyfile'] };
  },
  lighttpd: (_, scratch, port) => {
    writeFileSync(
      join(scratch, 'main.conf'),
      `server.port = ${port}\nserver.bind = "127.0.0.1"\ninclude "${scratch}/lighttpd.conf"\n`,
    );
    return { command: 'lighttpd', argv: ['-D', '-f', join(scratch, 'main.conf')] };
  },
};

/** @param {ReturnType<typeof installedServers>[number]} name */
function versionOf(name) {
  const [command, flag] = {
    nginx: ['nginx', '-v'],
    apache: ['apache2', '-v'],
    caddy: ['caddy', 'version'],
    lighttpd: ['lighttpd', '-v'],
  }[name];
  const { stdout, stderr } = spawnSync(command, [flag], { encoding: 'utf8' });
  return /\d+\.\d+\.\d+/.exec(stdout + stderr)?.[0] ?? '';
}

/** @param {string} file @param {string} from @param {string} to */
function rewrite(file, from, to) {
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => done(port));
    });
  });
}

/** @param {number} port @returns {Promise<boolean>} */
function answers(port) {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => done(socket.end() !== null)).on('error', () => done(false));
  });
}
