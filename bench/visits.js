/*
 * Opens sites built with permanent names and dictionaries in Chromium.
 * npm run bench -- visits names FOLDER …: missing files, console, second visit, one changed sheet
 * npm run bench -- visits tour FOLDER …: the browser's own network log next to the report
 * npm run bench -- visits return BEFORE AFTER …: bytes of a return after a deploy, in pairs of folders
 */
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { build } from '../lib/index.js';
import { openServer } from '../lib/output/serve/server.js';
import { choosePages } from '../lib/run/count-visits.js';
import { findDigestNames } from '../lib/site/text/digest-name.js';
import { look, startChromium } from './visits/chromium.js';

/** Number of pages opened after the first page of a site. */
const MORE_PAGES = 4;
const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-visits-'));
const OPTIONS = /** @type {const} */ ({ fingerprint: true, dictionaries: true, verify: 'off', browser: 'off' });

const [what, ...folders] = process.argv.slice(2);
const tries = { names: tryNames, tour: tryTour, return: tryReturn };
const work = Object.hasOwn(tries, what ?? '') ? tries[/** @type {keyof typeof tries} */ (what)] : null;
if (!work || folders.length === 0) {
  process.stderr.write('npm run bench -- visits names | tour | return FOLDER …\n');
  process.exitCode = 2;
} else await work(folders);
rmSync(scratch, { recursive: true, force: true });

/** @param {string} folder @param {string} name @param {object} [more] */
async function make(folder, name, more = {}) {
  const out = join(scratch, name);
  const report = await build(folder, { ...OPTIONS, ...more, out, cache: join(scratch, 'cache') });
  return { out, report };
}

/** @param {string[]} sites */
async function tryNames(sites) {
  let failed = 0;
  for (const [index, site] of sites.entries()) {
    const { out, report } = await make(site, `${index}`);
    const [before, after] = [await walk(site), await walk(out)];
    const missing = after.missing.filter((path) => !before.missing.includes(path));
    const [said, says] = [before, after].map(({ messages }) => messages.map(nameless).sort().join('\n'));
    const again = after.again.filter((path) => !/\.html?$|\/$/.test(path));
    const changed = await changeSheet(site, `${index}`, out);
    failed += missing.length + Number(said !== says) + again.length + changed.others.length;
    console.log(
      `${site}: ${Object.keys(report.names?.renamed ?? {}).length} renamed, ${report.names?.left.length ?? 0} left; ` +
        `${after.pages} pages, ${missing.length} missing; console ${said === says ? 'the same' : 'DIFFERS'}; ` +
        `second visit ${again.length} requests for assets; a changed sheet: ${changed.text}`,
    );
    for (const path of [...missing, ...again, ...changed.others]) console.log(`  ${path}`);
    if (said !== says) console.log(`  before:\n${said}\n  after:\n${says}`);
  }
  process.exitCode = failed > 0 ? 1 : 0;
}

/**
 * Navigates a site, and returns later.
 * @param {string} root
 */
async function walk(root) {
  const server = await openServer(root, { port: 0 });
  const browser = await startChromium();
  const first = await look(browser, server.url, { isCurious: true });
  const links = [...new Set(first.links.map((link) => link.replace(/#.*$/, '')))];
  const more = links.filter((link) => link !== server.url && isPage(link)).slice(0, MORE_PAGES);
  const seen = [first];
  for (const link of more) seen.push(await look(browser, link, { isCurious: true }));
  // A return revalidates files without a digest. Files with one are not requested.
  const lasting = findDigestNames(listFiles(root));
  const second = [await look(browser, server.url, { isCurious: true })];
  for (const link of more) second.push(await look(browser, link, { isCurious: true }));
  await browser.close();
  await server.close();
  const isLasting = (/** @type {string} */ path) => lasting.has(decodeURI(path.slice(1).replace(/[?#].*$/, '')));
  return {
    pages: seen.length,
    missing: seen.flatMap(({ fetched }) => fetched.filter(({ status }) => status >= 400).map(({ path }) => path)),
    messages: seen.flatMap(({ messages }) => messages),
    again: second.flatMap(({ fetched }) => fetched.map(({ path }) => path)).filter(isLasting),
  };
}

/**
 * Builds again with one changed sheet: it and the files that name it get other names, and nothing else does.
 * @param {string} site @param {string} name @param {string} former
 */
async function changeSheet(site, name, former) {
  const edited = join(scratch, `${name}-edited`);
  cpSync(site, edited, { recursive: true });
  const sheet = listFiles(edited).find((path) => path.endsWith('.css'));
  if (!sheet) return { text: 'there is none', others: [] };
  appendFileSync(join(edited, sheet), '\n.pagethrift-changed{color:red}\n');
  const { out, report } = await make(edited, `${name}-2`, { previous: former });
  const [old, now] = [former, out].map((root) => new Set(listFiles(root).filter((path) => !isCopy(path))));
  const fresh = [...now].filter((path) => !old.has(path));
  const renamedTo = report.names?.renamed[sheet];
  const texts = [...now].filter((path) => /\.(?:html?|css|m?js|json|webmanifest)$/.test(path));
  // Follows names from the sheet to the files that name it, and on to the files that name those.
  const reached = new Set(fresh.filter((path) => path === renamedTo || path === sheet));
  for (let size = -1; size !== reached.size; ) {
    size = reached.size;
    const names = [...reached].map((path) => basename(path));
    for (const path of texts) {
      const text = readFileSync(join(out, path), 'utf8');
      if (names.some((each) => text.includes(each))) reached.add(path);
    }
  }
  const others = fresh.filter((path) => !reached.has(path) && !/^dictionary-/.test(path));
  return { text: `${fresh.length} new names, ${others.length} without need`, others };
}

/** @param {string[]} sites */
async function tryTour(sites) {
  for (const [index, site] of sites.entries()) {
    // Requests of scripts are known to a browser only.
    const { out, report } = await make(site, `${index}`, { verify: 'changed', browser: 'auto' });
    const { tour } = /** @type {import('../lib/report/types.ts').Visits} */ (report.visits);
    const pages = choosePages(listFiles(out), tour.pages);
    const server = await openServer(out, { port: 0 });
    const browser = await startChromium();
    let [bytes, requests] = [0, 0];
    /** @type {Record<string, number>} */
    const encodings = {};
    for (const page of pages) {
      const { fetched } = await look(browser, server.url + encodeURI(page));
      bytes += fetched.reduce((sum, each) => sum + each.bytes, 0);
      requests += fetched.length;
      for (const { encoding } of fetched)
        encodings[encoding || 'as it is'] = (encodings[encoding || 'as it is'] ?? 0) + 1;
    }
    await browser.close();
    await server.close();
    const off = ((bytes / tour.dictionary - 1) * 100).toFixed(2);
    console.log(
      `${site}: ${pages.length} pages; report ${tour.requests} requests, ${tour.dictionary} bytes (brotli ` +
        `${tour.br}); ` +
        `Chromium ${requests} requests, ${bytes} bytes: ${off} %; ${JSON.stringify(encodings)}`,
    );
  }
}

/** @param {string[]} pairs */
async function tryReturn(pairs) {
  for (let index = 0; index < pairs.length; index += 2) {
    const [before, after] = [pairs[index], pairs[index + 1]];
    const one = await make(before, `${index}-before`);
    const two = await make(after, `${index}-after`, { previous: one.out });
    const visit = two.report.visits?.return;
    const kinds = [...shareByKind(two.out)].map(([kind, { br, delta, count }]) => {
      return `${count} ${kind} ${((delta / br) * 100).toFixed(1)} % of brotli`;
    });
    console.log(
      `${basename(dirname(after))}/${basename(after)}: ${visit?.pages} pages, ${visit?.requests} requests; ` +
        `gzip ${visit?.gzip}, brotli ` +
        `${visit?.br}, zstd ${visit?.zstd}, with dictionaries ${visit?.dictionary}; ${kinds.join(', ')}`,
    );
  }
}

/**
 * Returns the brotli size and the delta size of all files that have both.
 * @param {string} root
 */
function shareByKind(root) {
  /** @type {Map<string, { br: number, delta: number, count: number }>} */
  const kinds = new Map();
  const files = listFiles(root);
  const sizeOf = (/** @type {string} */ path) => readFileSync(join(root, path)).length;
  for (const path of files.filter((each) => !isCopy(each))) {
    const changes = files.filter((each) => each.startsWith(`${path}.`) && /\.dc[bz]$/.test(each));
    if (changes.length === 0) continue;
    const whole = [path, `${path}.br`].filter((each) => files.includes(each)).map(sizeOf);
    const kind = isPage(path) ? 'pages' : path.endsWith('.css') ? 'sheets' : 'scripts and data';
    const sum = kinds.get(kind) ?? { br: 0, delta: 0, count: 0 };
    sum.br += Math.min(...whole);
    sum.delta += Math.min(...changes.map(sizeOf));
    sum.count += 1;
    kinds.set(kind, sum);
  }
  return kinds;
}

/** @param {string} root */
function listFiles(root) {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
    .sort();
}

/** @param {string} path */
function isCopy(path) {
  return /\.(?:gz|br|zst|dcb|dcz)$/.test(path);
}

/** @param {string} path path of a file or a URL */
function isPage(path) {
  return /\.html?$|\/$|\/[^./?]*$/.test(path);
}

/** Removes file names, which differ, from messages. @param {string} message */
function nameless(message) {
  return message.replace(/[\w./-]*[.-][\w-]{8,}\.\w+(?::\d+:\d+)?/g, 'FILE');
}
