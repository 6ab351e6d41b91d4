/** @import { Row } from '../../bench/attack.js' */

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { COMMAND } from './support/run.js';

const BOMBS = Number(process.env.ATTACK_BOMBS ?? 400);
/** Bytes to which a body of 60 kB unpacks. */
const UNPACKED_BYTES = 60_000_000;
/** Max memory of the program without the browser, in megabytes. */
const MAX_MEMORY_MB = 600;
const SAMPLE_MS = 25;
const LIMIT_SECONDS = 240;

const FILLS = /** @type {const} */ ([
  ['zeros', Buffer.alloc(UNPACKED_BYTES)],
  ['rules', Buffer.from('a{b:c}'.repeat(UNPACKED_BYTES / 6))],
  ['statements', Buffer.from('a=1;b()\n'.repeat(UNPACKED_BYTES / 8))],
  ['tags', Buffer.from('<b>a<p>'.repeat(UNPACKED_BYTES / 7))],
]);
const CODINGS = /** @type {const} */ ([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
]);
/** Requests for each kind of content. @type {readonly (readonly [string, string, (url: string) => string])[]} */
const ASKS = [
  ['image/png', 'zeros', (url) => `<img src="${url}">`],
  ['text/css', 'rules', (url) => `<link rel=stylesheet href="${url}">`],
  ['text/javascript', 'statements', (url) => `<script src="${url}" async></script>`],
  ['application/json', 'zeros', (url) => `<script>fetch("${url}").then(r => r.text())</script>`],
  ['text/html', 'tags', (url) => `<iframe src="${url}"></iframe>`],
  [
    'font/woff2',
    'zeros',
    (url) => `<style>@font-face{font-family:"${url}";src:url("${url}")}</style><p style='font-family:"${url}"'>a`,
  ],
];

/**
 * Audits web pages whose compressed responses unpack to much more than a page needs.
 * @returns {Promise<Row[]>}
 */
export async function run() {
  const bodies = new Map(
    FILLS.flatMap(([fill, bytes]) => CODINGS.map(([coding, pack]) => [`${fill} ${coding}`, pack(bytes)])),
  );
  const rows = [];
  for (const asks of [ASKS.slice(0, 1), ASKS.slice(1, 2), ASKS.slice(2, 3), ASKS]) {
    rows.push(await tryPage(asks, bodies));
  }
  return rows;
}

/** @param {typeof ASKS} asks @param {ReadonlyMap<string, Buffer>} bodies @returns {Promise<Row>} */
async function tryPage(asks, bodies) {
  const open = { now: 0, most: 0, requests: 0 };
  const server = http.createServer((request, response) => {
    const index = Number(/\d+/.exec(String(request.url))?.[0] ?? -1);
    open.requests += 1;
    open.now += 1;
    open.most = Math.max(open.most, open.now);
    response.once('close', () => (open.now -= 1));
    if (index < 0) {
      const asked = Array.from({ length: BOMBS }, (_, each) => asks[each % asks.length][2](`/bomb-${each}`));
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html><title>a</title>${asked.join('\n')}`);
      return;
    }
    const [type, fill] = asks[index % asks.length];
    const [coding] = CODINGS[index % CODINGS.length];
    response.writeHead(200, { 'content-type': type, 'content-encoding': coding }).end(bodies.get(`${fill} ${coding}`));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const { code, peakMB, seconds } = await auditWatched(`http://127.0.0.1:${port}/`);
  server.closeAllConnections();
  server.close();
  const isHeld = (code === 0 || code === 2) && peakMB <= MAX_MEMORY_MB && open.most <= 6;
  return {
    what: `audit of a URL with ${BOMBS} bombs as ${asks.map(([type]) => type).join(', ')}`,
    tried: 1,
    failed: Number(!isHeld),
    result:
      `exit ${code} after ${Math.round(seconds)} s, at most ${Math.round(peakMB)} MB, ` +
      `${open.requests} requests, ${open.most} at once`,
  };
}

/** @param {string} url */
async function auditWatched(url) {
  const started = performance.now();
  const child = spawn(process.execPath, [COMMAND, 'audit', url, '--cache', 'off', '--quiet'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  /** @type {number | null} */
  let code = null;
  let isOver = false;
  child.once('exit', (status) => {
    code = status;
    isOver = true;
  });
  let peakMB = 0;
  while (!isOver) {
    peakMB = Math.max(peakMB, memoryOf(Number(child.pid)));
    if (performance.now() - started > LIMIT_SECONDS * 1000) child.kill('SIGKILL');
    await setTimeout(SAMPLE_MS);
  }
  return { code, peakMB, seconds: (performance.now() - started) / 1000 };
}

/** Returns the memory of a process and its descendants without browsers, in MB. @param {number} pid */
function memoryOf(pid) {
  const parents = new Map(
    readdirSync('/proc').flatMap((name) => {
      const stat = /^\d+$/.test(name) ? readOr(`/proc/${name}/stat`) : '';
      const [, parent] = /\) \S (\d+) /.exec(stat) ?? [];
      return parent === undefined ? [] : [/** @type {const} */ ([Number(name), Number(parent)])];
    }),
  );
  const isOurs = (/** @type {number} */ each) => {
    for (let at = each; at > 1; at = parents.get(at) ?? 0) if (at === pid) return true;
    return false;
  };
  const own = [...parents.keys()].filter(isOurs);
  return own.reduce((sum, each) => {
    const [command] = readOr(`/proc/${each}/cmdline`).split('\0');
    const kilobytes = /VmRSS:\s*(\d+)/.exec(readOr(`/proc/${each}/status`))?.[1] ?? 0;
    return /chrom/i.test(command) ? sum : sum + Number(kilobytes) / 1000;
  }, 0);
}

/** @param {string} file */
function readOr(file) {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    // The process has ended already.
    return '';
  }
}
