import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FAULTS } from '../../../bench/verify/faults.js';
import { BEFORE, HONEST, letter, step, swap, toLookup } from '../../../bench/verify/fixture.js';
import { exact } from '../../../lib/base/exact.js';
import { warnOfUnseen } from '../../../lib/visit/verify/summary.js';
import { verifyPages } from '../../../lib/visit/verify/verify.js';
import { FULL_VIEWS } from '../../../lib/visit/verify/views.js';
import { openTestBrowser } from '../../harness/browser.js';
import { openVerify } from '../../harness/verify-steps.js';

const browser = await openTestBrowser();

describe('verifyPages', { timeout: 120_000 }, () => {
  const { verify, countVisits } = openVerify(browser);

  it('passes changes that nobody can see, and shows what was replaced', async () => {
    const verdict = await verify(HONEST);
    assert.deepEqual(verdict.differences, []);
    assert.equal(verdict.status, 'same');
    assert.equal(verdict.accepted.length, HONEST.length);
    assert.ok(
      verdict.evidence.some(({ change, difference }) => change === 'letter-solutions' && difference.length > 0),
    );
  });

  for (const [name, view] of /** @type {const} */ ([
    ['colour by 8 levels', '800'],
    ['lost hover of a style', '800'],
    ['lost link', '800'],
    ['wrong at 2x only', '800@2x'],
    ['wrong only without scripts', '800 without scripts'],
  ])) {
    it(`takes back alone: ${name}`, async () => {
      const views = FULL_VIEWS.filter((candidate) => candidate.name === view);
      const steps = HONEST.slice(0, 3).toSpliced(2, 0, FAULTS[name]);
      const verdict = await verify(steps, { views });
      assert.equal(verdict.status, 'different');
      assert.ok(verdict.differences.some((difference) => difference.view === view));
      assert.deepEqual(verdict.rejected, [
        { id: 'fault', rule: 'fault', cause: 'fault', onlyHere: false, reason: 'looks-different' },
      ]);
      assert.deepEqual(
        verdict.accepted,
        HONEST.slice(0, 3).map(({ info }) => info.id),
      );
    });
  }

  it('lets a photograph that grows under the pointer be coded anew, and nothing else there', async () => {
    const zoom = '#photo { transition: transform .15s } #photo:hover { transform: scale(1.1) }';
    const site = new Map([...BEFORE, ['site.css', `${BEFORE.get('site.css')}${zoom}`]]);
    const photo = site.get('img/photo.svg') ?? '';
    const look = async (/** @type {string} */ fill, /** @type {string} */ more) => {
      const info = {
        id: 'photo',
        rule: 'photo',
        cause: 'photo',
        kind: /** @type {const} */ ('replaced'),
        resource: 'img/photo.svg',
      };
      const [verdict] = await verifyPages({
        pages: [{ path: 'index.html', changes: [info] }],
        before: toLookup(site),
        build: (_, ids) =>
          toLookup(
            ids.length === 0
              ? site
              : new Map([
                  ...site,
                  ['img/photo.svg', photo.replace('#fec', fill)],
                  ['site.css', `${site.get('site.css')}${more}`],
                ]),
          ),
        browser,
        views: FULL_VIEWS.slice(0, 1),
      });
      return verdict.status;
    };
    assert.equal(await look('#fed', ''), 'same');
    assert.equal(await look('#fed', '#photo:hover { transform: scale(1.1); outline: 9px solid red }'), 'different');
  });

  it('rejects images that look different themselves without searching for them', async () => {
    const bad = (/** @type {string} */ name, /** @type {string} */ text, alt = text) => {
      const resource = `img/${name}.svg`;
      const { apply } = step(name, letter(name, text, { alt, style: 'background:#602040;' }));
      return step(name, apply, { kind: 'replaced', resource, text });
    };
    const faults = [bad('about', 'About us', ''), bad('products', 'Products')];
    const { counting, count } = countVisits();
    const verdict = await verify([...HONEST.slice(0, 1), ...faults], {
      browser: counting,
      views: FULL_VIEWS.slice(1, 2),
    });
    assert.deepEqual(
      verdict.rejected.map(({ id }) => id),
      ['about', 'products'],
    );
    assert.deepEqual(
      verdict.accepted,
      HONEST.slice(0, 1).map(({ info }) => info.id),
    );
    assert.equal(count(), 5, 'before and after, both again, and without them');
  });

  it('ships the original where the changes are not to blame', async () => {
    const build = () => toLookup(new Map([...BEFORE, ['index.html', 'nothing left']]));
    const verdict = await verify(HONEST.slice(0, 1), { build, views: FULL_VIEWS.slice(1, 2) });
    assert.deepEqual([verdict.original, verdict.accepted], [true, []]);
  });

  it('keeps proven changes where too many others are at fault', async () => {
    const [faults, lines] = [10, [...Array(10).keys()]];
    const page = `<!doctype html><title>t</title><h1>Head</h1>${lines.map((n) => `<p>Line ${n}.</p>`).join('')}`;
    const changes = lines.map((n) => ({ id: `${n}`, rule: `fault-${n}`, cause: `fault-${n}`, kind: exact('same') }));
    const proven = { id: 'proven', rule: 'proven', cause: 'proven', kind: exact('same'), isProven: true };
    const build = (/** @type {string} */ _, /** @type {readonly string[]} */ ids) => {
      const text = ids.reduce((html, id) => html.replace(`<p>Line ${id}.`, `<p>Line<br>${id}.`), page);
      return toLookup(new Map([['index.html', ids.includes('proven') ? text.replace('</h1>', '</h1 >') : text]]));
    };
    const [verdict] = await verifyPages({
      pages: [{ path: 'index.html', changes: [...changes, proven] }],
      before: toLookup(new Map([['index.html', page]])),
      build,
      browser,
      views: FULL_VIEWS.slice(1, 2),
    });
    assert.deepEqual([verdict.original, verdict.accepted, verdict.rejected.length], [false, ['proven'], faults]);
  });

  it('rejects by cause on the other pages of a group, which it looks at by their boxes', async () => {
    const moved = step('widen', swap('site.css', '.fade {', '.fade { min-width: 171px;'));
    const site = new Map([...BEFORE, ['other.html', BEFORE.get('index.html') ?? '']]);
    const pages = ['index.html', 'other.html'].map((path) => ({ path, changes: [moved.info] }));
    const verdicts = await verifyPages({
      pages,
      before: toLookup(site),
      browser,
      views: FULL_VIEWS.slice(1, 2),
      build: (_, ids) => {
        const files = new Map(site);
        if (ids.includes('widen')) moved.apply(files);
        return toLookup(files);
      },
    });
    assert.deepEqual(
      verdicts.map(({ depth }) => depth),
      ['full', 'geometry'],
    );
    assert.deepEqual(
      verdicts.map(({ rejected }) => rejected.map(({ id }) => id)),
      [['widen'], ['widen']],
    );
    assert.equal(verdicts[1].status, 'same');
  });

  it('does not try on every page what shows on each of its kind', async () => {
    const paths = ['a', 'b', 'c', 'd'].map((name) => `${name}.html`);
    const text = '<!DOCTYPE html><link rel=stylesheet href=s.css><p>Words</p>';
    const site = new Map([['s.css', 'p { margin: 9px }'], ...paths.map((path) => /** @type {const} */ ([path, text]))]);
    /** @type {string[]} */
    const tried = [];
    const verdicts = await verifyPages({
      pages: paths.map((path) => ({
        path,
        changes: [{ id: 'wide', rule: 'wide', cause: `wide ${path}`, kind: 'same' }],
      })),
      before: toLookup(site),
      browser,
      views: FULL_VIEWS.slice(1, 2),
      build: (path, ids) => {
        if (ids.length > 0) tried.push(path);
        return toLookup(
          new Map([...site, [path, ids.length > 0 ? text.replace('<p>', '<p style="margin:30px">') : text]]),
        );
      },
    });
    assert.deepEqual([...new Set(tried)], paths.slice(0, 2), 'two pages are enough to know');
    for (const { path, status, rejected } of verdicts) {
      assert.equal(status, 'different', `${path} has to be planned again`);
      assert.deepEqual(
        rejected.map(({ cause }) => cause),
        [`wide ${path}`],
      );
    }
  });

  it('survives a browser that is killed in the middle', async () => {
    const killing = browser.withPage(async (page) => void page.browser().process()?.kill('SIGKILL'), { attempts: 1 });
    const [verdict] = await Promise.all([verify(HONEST, { views: FULL_VIEWS.slice(1, 2) }), killing.catch(() => null)]);
    assert.equal(verdict.status, 'same');
  });

  it('says so where a page cannot be seen', async () => {
    const before = () => {
      throw new Error('no such file');
    };
    const verdict = await verify([], { before, mode: 'all' });
    assert.deepEqual([verdict.status, verdict.original], ['unseen', true]);
    assert.match(verdict.notes[0], /no such file/);
    const [warning] = warnOfUnseen([verdict]);
    assert.equal(warning.code, 'unseen');
    assert.match(warning.message, /no such file.*ships unchanged/);
  });
});
