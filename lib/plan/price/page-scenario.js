/** @import { ResourceInput, ScenarioInput, ResourceTiming } from '../../network/types.ts' */
/** @import { Conditions, FileInput, PageInput } from './types.ts' */

import { exact } from '../../base/exact.js';

/** Header sizes of current requests and responses: Chromium and nginx, captured. */
const typicalHeaders = { requestBytes: 374, responseHeaderBytes: 240 };
/** Header sizes of a client of 1997: Nielsen et al., SIGCOMM 1997. */
const formerHeaders = { requestBytes: 190, responseHeaderBytes: 240 };
/** A 304 response only contains headers that can change: date, server, tag, expiry. */
const notModifiedHeaderBytes = 180;

/**
 * Turns a page into a scenario of the network model.
 * @param {PageInput} page
 * @param {Conditions} conditions
 * @returns {ScenarioInput}
 */
export function pageScenario(page, conditions) {
  const { link, visit, tcp, server } = conditions;
  return {
    link,
    http: { ...(page.missesIcon === undefined ? {} : { icon: page.missesIcon }), ...readHttp(conditions) },
    visit,
    ...(tcp ? { tcp } : {}),
    ...(server ? { server } : {}),
    resources: listResources(page, conditions),
  };
}

/**
 * Returns the time at which all files that block the first paint have arrived.
 * @param {PageInput} page
 * @param {readonly ResourceTiming[]} timings
 */
export function findPaintMs(page, timings) {
  const blocking = new Set(page.references.filter((reference) => reference.blocking).map((reference) => reference.to));
  const root = timings.find((timing) => timing.url === page.url);
  return timings.reduce(
    (latest, { url, doneMs }) => (blocking.has(url) ? Math.max(latest, doneMs) : latest),
    root?.firstByteMs ?? 0,
  );
}

/** @param {Conditions} conditions @returns {ScenarioInput['http']} */
function readHttp({ http, options }) {
  if (http === '1.1-pipelined') return { version: '1.1', pipelining: true, connections: 1, ...options };
  // No browser uses HTTP/2 without TLS.
  if (http === '2') return { version: '2', tls: '1.3', ...options };
  // A browser discovers HTTP/3 by the responses of its first visit over HTTP/2, unless DNS has announced it before.
  return { version: http, ...(http === '3' ? { discovery: exact('alt-svc') } : {}), ...options };
}

/** @param {PageInput} page @param {Conditions} conditions @returns {ResourceInput[]} */
function listResources({ url: root, files, references }, { http, visit }) {
  const headers = http === '1.0' || http === '1.0-keepalive' ? formerHeaders : typicalHeaders;
  const byUrl = new Map(files.map((file) => [file.url, file]));
  const found = findFirst(root, byUrl, references);
  return files
    .filter(({ url }) => url === root || found.has(url))
    .map((file) => {
      const place = found.get(file.url);
      const { url, type, bytes } = file;
      return {
        url,
        type,
        bytes: visit === 'revalidate' ? 0 : bytes,
        decodedBytes: sizeOf(file),
        requestBytes: file.requestBytes ?? headers.requestBytes,
        responseHeaderBytes:
          visit === 'revalidate' ? notModifiedHeaderBytes : (file.responseHeaderBytes ?? headers.responseHeaderBytes),
        ...(place ? { foundIn: place.from, foundAtByte: place.atByte } : {}),
        ...(place?.deferred && type === 'script' ? { deferred: true } : {}),
      };
    });
}

/**
 * Returns the reference that makes a browser fetch each file: the first one in a walk from the page.
 * @param {string} root @param {ReadonlyMap<string, FileInput>} byUrl @param {PageInput['references']} references
 */
function findFirst(root, byUrl, references) {
  const byParent = Map.groupBy(references, (reference) => reference.from);
  /** @type {Map<string, { from: string, atByte: number, deferred: boolean }>} */
  const found = new Map();
  const queue = [root];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const parent = byUrl.get(next);
    if (!parent) continue;
    const inOrder = (byParent.get(next) ?? []).toSorted((a, b) => a.atByte - b.atByte);
    for (const { to, atByte, deferred = false } of inOrder) {
      if (to === root || found.has(to) || !byUrl.has(to)) continue;
      // A browser requests the references of a sheet or a script after the whole file has arrived.
      const offset = parent.type === 'html' ? Math.max(0, Math.min(atByte, sizeOf(parent))) : sizeOf(parent);
      found.set(to, { from: next, atByte: Math.floor(offset), deferred });
      queue.push(to);
    }
  }
  return found;
}

/** Returns the size of a file as its parser reads it. @param {FileInput} file */
export function sizeOf({ bytes, decodedBytes }) {
  return decodedBytes ?? bytes;
}
