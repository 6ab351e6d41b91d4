import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { renderHtml } from '../../lib/report/html.js';
import { renderMarkdown } from '../../lib/report/markdown.js';
import { renderText } from '../../lib/report/text.js';
import { buildSite } from '../../lib/run/build-site.js';
import { readSettings } from '../../lib/run/settings.js';

const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-deploys-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const MENU = Array.from(
  { length: 300 },
  (_, index) => `<a href=/${index}.html>${hash('sha256', `${index}`).slice(0, 24)}</a>`,
);
const RULES = Array.from(
  { length: 200 },
  (_, index) => `.${hash('sha256', `r${index}`).slice(0, 9)}{margin:${index}px}`,
);

/** @param {string} name @param {string} colour @param {string} previous */
async function deploy(name, colour, previous) {
  const folder = join(scratch, name);
  mkdirSync(folder);
  for (let page = 0; page < 12; page++) {
    const text =
      `<!doctype html><title>Berth ${page}</title><link rel=stylesheet href=site.css>${MENU.join('\n')}<p>` +
      `${hash('sha256', `p${page}`)}`;
    writeFileSync(join(folder, `${page}.html`), text);
  }
  writeFileSync(join(folder, 'site.css'), `p{color:${colour}}${RULES.join('\n')}`);
  const said = {
    effort: 'fast',
    verify: 'off',
    browser: 'off',
    cache: 'off',
    fingerprint: true,
    dictionaries: true,
    previous,
    rules: { 'unused-style': 'off' },
  };
  const out = `${folder}-out`;
  const servers = join(scratch, `${name}-servers`);
  const where = { folder, out, inPlace: false, force: false, servers };
  const { report } = await buildSite(where, await readSettings(scratch, '', said), () => {});
  const files = readdirSync(out);
  return {
    out,
    report,
    files,
    sheet: files.find((file) => /^site\..*\.css$/.test(file)),
    servers: readdirSync(servers),
  };
}

test('two deploys: what changed has another name and travels as its change; the dictionary stays', async () => {
  const one = await deploy('one', 'red', '');
  const two = await deploy('two', 'blue', one.out);
  assert.ok(one.sheet && two.sheet && one.sheet !== two.sheet, 'the sheet changed, and so did its name');
  assert.ok(
    two.files.some((file) => file.startsWith(`${two.sheet}.`) && file.endsWith('.dcz')),
    'it is there as a change',
  );
  const dictionaryIn = (/** @type {string[]} */ files) => files.find((file) => /^dictionary-.*\.dat$/.test(file));
  assert.ok(dictionaryIn(one.files), 'twelve pages of one template gain by a dictionary');
  assert.equal(dictionaryIn(two.files), dictionaryIn(one.files));
  const { visits } = two.report;
  assert.ok(visits?.return, 'the report counts the return');
  assert.ok(visits.tour.dictionary < visits.tour.br, 'a visit of several pages is cheaper');
  assert.ok(visits.return.dictionary < 0.6 * visits.return.br, 'a return is much cheaper');
  // Four pages and the sheet, which has a digest and is requested once. A returning visitor has neither of the new
  // ones.
  assert.deepEqual([visits.tour.pages, visits.tour.requests, visits.return.requests], [4, 5, 5]);
  for (const visit of [visits.tour, visits.return]) {
    assert.ok(visit.gzip < visit.identity && visit.estimates.dictionary.packets < visit.estimates.br.packets);
  }
  for (const render of [renderText, renderMarkdown, renderHtml]) {
    const text = render(two.report);
    assert.match(text, /visit of 4 pages/);
    assert.match(text, /the same after this deploy/);
    assert.match(text, /with dictionaries/);
  }
  assert.ok(two.servers.includes('nginx.conf'));
});

test('visits are counted where they are asked for, and a return where something was deployed before', async () => {
  const folder = join(scratch, 'asked');
  mkdirSync(folder);
  for (const name of ['index', 'about']) writeFileSync(join(folder, `${name}.html`), `<title>${name}</title><p>Quay`);
  const where = { folder, out: join(scratch, 'asked-out'), inPlace: false, force: false };
  const quick = { effort: 'fast', verify: 'off', browser: 'off', cache: 'off' };
  const of = async (/** @type {object} */ said) =>
    (await buildSite(where, await readSettings(scratch, '', { ...quick, ...said }), () => {})).report;
  assert.equal((await of({})).visits, undefined);
  const tour = await of({ visit: 'tour' });
  assert.deepEqual([tour.visits?.tour.pages, tour.visits?.return, tour.conditions.visit], [2, null, 'first']);
  const again = await of({ visit: 'return', previous: where.out });
  assert.deepEqual([again.visits?.return?.requests, again.visits?.return?.br], [2, 0], 'nothing changed');
  await assert.rejects(of({ visit: 'return' }), /--previous/);
});
