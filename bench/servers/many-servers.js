import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { mimes } from 'mrmime';

/*
 * Runs many sites on Debian's servers at once. Each site has its own address in 127.0.0.0/8 and the same port. nginx,
 * Apache and Caddy load the files of many sites in one process, and lighttpd uses one process per site.
 */

/** @typedef {'nginx' | 'apache' | 'caddy' | 'lighttpd'} ServerName */
/** @typedef {{ host: string, port: number }} Address */
/** @typedef {[program: string, argv: string[], env: Record<string, string>]} Command */
/** @typedef {{ root: string, files: string, host: string }} SiteToServe `files`: folder with the server files */
/** @typedef {{ stop: () => Promise<void>, faults: Map<string, string> }} Running `faults`: errors of a host at start */

export const PORTS = Object.freeze({ nginx: 8101, apache: 8102, caddy: 8103, lighttpd: 8104 });
/** Max start time, in milliseconds. */
const START_MS = 30_000;
const MODULES = ['authz_core', 'dir', 'headers', 'mime', 'mpm_event', 'rewrite', 'vhost_alias'];
const NGINX_TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/**
 * Starts a server for sites with the files that a build wrote for them.
 * @type {Readonly<Record<ServerName, (sites: readonly SiteToServe[], scratch: string) => Promise<Running>>>}
 */
export const startGenerated = {
  nginx: (sites, scratch) => {
    // All variables of a process share one namespace, and each site defines the same ones.
    const includes = sites.map(({ files }, index) => {
      const text = readFileSync(`${files}/nginx.conf`, 'latin1').replace(/\bpt_/g, `pt${index}_`);
      writeFileSync(`${files}/own.conf`, text, 'latin1');
      return `include ${files}/own.conf;\n`;
    });
    const limits = 'variables_hash_max_size 65536; variables_hash_bucket_size 128; ';
    return allAtOnce(sites, 'nginx', nginxCommand(join(scratch, 'all'), `${limits}\n${includes.join('')}`));
  },
  lighttpd: (sites, scratch) =>
    eachAlone(sites, 'lighttpd', (site) => {
      const main = join(scratch, `${site.host}.lighttpd`);
      writeFileSync(main, `${lighttpdHead(site.host)}include "${site.files}/lighttpd.conf"\n`);
      return ['lighttpd', ['-D', '-f', main], {}];
    }),
  apache: (sites, scratch) => {
    const blocks = sites.map(
      ({ files, host }, index) =>
        `Listen ${host}:${PORTS.apache}\n<VirtualHost ${host}:${PORTS.apache}>\nServerName ${host}\n` +
        `DocumentRoot "\${SITE_ROOT_${index}}"\n` +
        `Include ${files}/apache.conf\n</VirtualHost>\n`,
    );
    // A document root with a line break can only be passed through an environment variable.
    const roots = sites.map(({ root }, index) => [`SITE_ROOT_${index}`, root.replace(/["\\]/g, '\\$&')]);
    return allAtOnce(sites, 'apache', apacheCommand(scratch, blocks.join(''), Object.fromEntries(roots)));
  },
  caddy: (sites, scratch) => {
    const main = join(scratch, 'Caddyfile');
    const imports = sites.map(({ files }) => `import ${files}/Caddyfile\n`);
    writeFileSync(main, `{\n  admin off\n  auto_https off\n}\n${imports.join('')}`);
    return allAtOnce(sites, 'caddy', caddyCommand(scratch, main));
  },
};

/**
 * Starts a server for a folder of plain sites, each in a folder named after the host of the request.
 * @type {Readonly<Record<ServerName, (folder: string, scratch: string) => Promise<Running>>>}
 */
export const startPlain = {
  nginx: (folder, scratch) =>
    eachAlone([PLAIN], 'nginx', () =>
      nginxCommand(
        join(scratch, 'plain'),
        `server { listen ${PLAIN.host}:${PORTS.nginx}; root ${folder}/$host; index index.html; }`,
      ),
    ),
  lighttpd: (folder, scratch) =>
    eachAlone([PLAIN], 'lighttpd', () => {
      const main = join(scratch, 'plain.lighttpd');
      const types = Object.entries(mimes).map(([ending, type]) => `".${ending}" => "${type}",\n`);
      writeFileSync(
        main,
        `${lighttpdHead(PLAIN.host)}server.modules += ("mod_evhost")\nserver.document-root = "${folder}"\n` +
          `evhost.path-pattern = "${folder}/%_/"\nindex-file.names = ("index.html")\n` +
          `mimetype.assign = (\n${types.join('')}"" => "application/octet-stream")\n`,
      );
      return ['lighttpd', ['-D', '-f', main], {}];
    }),
  apache: (folder, scratch) =>
    allAtOnce(
      [PLAIN],
      'apache',
      apacheCommand(
        scratch,
        `Listen ${PLAIN.host}:${PORTS.apache}\nUseCanonicalName Off\nVirtualDocumentRoot ${folder}/%0\n` +
          '<Directory />\nRequire all granted\nOptions -Indexes +FollowSymLinks\nDirectoryIndex index.html\n' +
          '</Directory>\n',
        {},
      ),
    ),
  caddy: (folder, scratch) => {
    const main = join(scratch, 'Caddyfile.plain');
    writeFileSync(
      main,
      `{\n  admin off\n  auto_https off\n}\n:${PORTS.caddy} {\n  bind ${PLAIN.host}\n` +
        `  root * ${folder}/{http.request.host}\n  file_server\n}\n`,
    );
    return allAtOnce([PLAIN], 'caddy', caddyCommand(scratch, main));
  },
};

/** Two programs that test servers at once use different addresses, because the system lets servers share one. */
const NETWORK = `127.${64 + (process.pid % 128)}`;

/** The address of the plain sites. */
export const PLAIN = Object.freeze({ root: '', files: '', host: `${NETWORK}.255.1` });

/** Returns the address of a site. @param {number} index below 65,000 */
export function hostOf(index) {
  return `${NETWORK}.${index >> 8}.${index & 255}`;
}

/**
 * Returns a function that replaces the port in server files with an address, the only change that an operator has to
 * make.
 * @param {ServerName} name
 */
export function addressOf(name) {
  return {
    nginx: (/** @type {string} */ text, /** @type {string} */ host) =>
      text.replace('listen 80;', `listen ${host}:${PORTS.nginx};`),
    caddy: (/** @type {string} */ text, /** @type {string} */ host) =>
      text.replace(':80 {', `:${PORTS.caddy} {\n  bind ${host}`),
    apache: (/** @type {string} */ text) => text,
    lighttpd: (/** @type {string} */ text) => text,
  }[name];
}

/** @param {string} host */
function lighttpdHead(host) {
  return `server.port = ${PORTS.lighttpd}\nserver.bind = "${host}"\nserver.max-keep-alive-requests = 10000\n`;
}

/** @param {string} scratch @param {string} body @returns {Command} */
function nginxCommand(scratch, body) {
  const temporary = NGINX_TEMPORARY.map((kind) => `${kind}_temp_path ${scratch}.tmp;`).join(' ');
  const main = `${scratch}.nginx`;
  writeFileSync(
    main,
    `daemon off; master_process off; pid ${scratch}.pid; error_log stderr crit; events { worker_connections 2000; }
http { ${temporary} include /etc/nginx/mime.types; default_type application/octet-stream; access_log off; ` +
      `keepalive_requests 100000; ${body} }`,
  );
  return ['nginx', ['-e', 'stderr', '-c', main], {}];
}

/** @param {string} scratch @param {string} body @param {Record<string, string>} env @returns {Command} */
function apacheCommand(scratch, body, env) {
  const modules = MODULES.map((module) => `LoadModule ${module}_module /usr/lib/apache2/modules/mod_${module}.so`);
  const main = join(scratch, 'apache.main');
  const user = process.getuid?.() === 0 ? 'User www-data\nGroup www-data\n' : '';
  writeFileSync(
    main,
    `${user}ServerName localhost\nPidFile ${scratch}/apache.pid\nErrorLog ${scratch}/apache.log\n` +
      `DefaultRuntimeDir ${scratch}\nMaxKeepAliveRequests 0\n${modules.join('\n')}\n` +
      `TypesConfig /etc/mime.types\nAddType application/x-gzip .gz\nAddLanguage br .br\n${body}`,
  );
  return ['apache2', ['-D', 'FOREGROUND', '-f', main], env];
}

/** @param {string} scratch @param {string} main @returns {Command} */
function caddyCommand(scratch, main) {
  return ['caddy', ['run', '--config', main, '--adapter', 'caddyfile'], { HOME: scratch, GOMAXPROCS: '2' }];
}

/**
 * @param {readonly SiteToServe[]} sites
 * @param {ServerName} name
 * @param {(site: SiteToServe) => Command} commandOf
 * @returns {Promise<Running>}
 */
async function eachAlone(sites, name, commandOf) {
  const running = await Promise.all(sites.map((site) => allAtOnce([site], name, commandOf(site))));
  return {
    faults: new Map(running.flatMap(({ faults }) => [...faults])),
    stop: async () => void (await Promise.all(running.map(({ stop }) => stop()))),
  };
}

/** Servers that end with this process, however it ends. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
process.once('exit', () => {
  for (const child of running) child.kill('SIGTERM');
});

/**
 * @param {readonly SiteToServe[]} sites
 * @param {ServerName} name
 * @param {Command} command
 * @returns {Promise<Running>}
 */
async function allAtOnce(sites, name, [program, argv, env]) {
  const child = spawn(program, argv, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } });
  running.add(child);
  let said = '';
  child.stderr.on('data', (text) => (said = (said + text).slice(-3000)));
  const stop = async () => {
    // SIGTERM also ends the workers of Apache. The others are killed without waiting for connections.
    const signal = name === 'apache' ? 'SIGTERM' : 'SIGKILL';
    const isOver = child.exitCode !== null || child.signalCode !== null;
    if (!isOver) await new Promise((done) => child.once('exit', done).kill(signal));
    running.delete(child);
  };
  const addresses = sites.map(({ host }) => ({ host, port: PORTS[name] }));
  for (const begun = Date.now(); !(await allAnswer(addresses)); await setTimeout(5)) {
    const isDead = child.exitCode !== null || child.signalCode !== null;
    if (!isDead && Date.now() - begun < START_MS) continue;
    await stop();
    return { faults: new Map(sites.map(({ host }) => [host, `${name} does not start: ${said}`])), stop };
  }
  return { faults: new Map(), stop };
}

/** @param {Address[]} addresses addresses that have answered are removed */
async function allAnswer(addresses) {
  while (addresses.length > 0 && (await answers(addresses[0]))) addresses.shift();
  return addresses.length === 0;
}

/** @param {Address} address @returns {Promise<boolean>} */
function answers(address) {
  return new Promise((done) => {
    const socket = connect(address, () => done(socket.end() !== null)).on('error', () => done(false));
  });
}

/** Creates the folder for files of the servers, which access it as their own users. @param {string} scratch */
export function prepareScratch(scratch) {
  mkdirSync(scratch, { recursive: true, mode: 0o755 });
}
