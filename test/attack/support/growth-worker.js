/* Runs texts through the stages of the main thread: linking and the rules. Tasks in processes have their own limits. */
import { parentPort } from 'node:worker_threads';
import { present } from '../../../lib/base/present.js';
import { runRules } from '../../../lib/plan/detect/run-rules.js';
import { linkSite } from '../../../lib/site/graph/build-graph.js';
import { makeFile } from '../../../lib/site/read-site.js';
import { rules } from '../../../rules/index.js';

/** @import { RuleSetting } from '../../../lib/plan/detect/run-rules.js' */

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const PAGE =
  '<!doctype html><title>x</title><link rel=stylesheet href=s.css><script src=a.js></script><body class="a x">' +
  '<p id=y>text<img src=i.gif><img src=d.svg><a href=p.html>x</a>';
/** The file of each family's text, among those that the page above names. @type {Record<string, string>} */
const NAMES = { html: 'page.html', css: 's.css', script: 'a.js', json: 'd.json', svg: 'd.svg', xml: 'sitemap.xml' };
/** @type {Map<string, RuleSetting>} */
const settings = new Map(rules.map(({ meta }) => [meta.id, { level: 'on', options: defaultsOf(meta.options) }]));
const port = present(parentPort);

port.on('message', ({ family, text }) => {
  try {
    port.postMessage({ took: read(family, text) });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    port.postMessage({ error: `caught ${error.name}: ${error.message.slice(0, 200)}` });
  }
});

/** @param {string} family @param {string} text */
function read(family, text) {
  const texts = {
    'index.html': PAGE,
    's.css': '.a{color:red;font-family:x,y}',
    'a.js': 'var a=1',
    [NAMES[family]]: text,
  };
  const files = [
    makeFile('i.gif', GIF),
    ...Object.entries(texts).map(([path, body]) => makeFile(path, Buffer.from(body))),
  ];
  const site = {
    files: new Map(files.map((file) => [file.path, file])),
    warnings: [],
    place: undefined,
    root: '',
    name: '',
  };
  /** @type {Record<string, number>} */
  const took = {};
  const linked = inStage('link', took, () => linkSite(site));
  inStage('rules', took, () => runRules({ site, linked, images: new Map(), rules, settings }));
  return took;
}

/** @template T @param {string} stage @param {Record<string, number>} took @param {() => T} work @returns {T} */
function inStage(stage, took, work) {
  port.postMessage({ stage });
  const before = process.threadCpuUsage();
  const result = work();
  const { user, system } = process.threadCpuUsage(before);
  took[stage] = (user + system) / 1000;
  return result;
}

/** @param {Record<string, { default: unknown }>} options */
function defaultsOf(options) {
  return Object.fromEntries(Object.entries(options).map(([name, option]) => [name, option.default]));
}
