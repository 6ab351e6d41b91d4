import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from '../../../lib/index.js';
import { rules } from '../../../rules/index.js';

const ID = 'presentational-markup';
const OTHERS = Object.fromEntries(rules.map(({ meta }) => [meta.id, /** @type {const} */ ('off')]));
const NAMES = ['index.html', 'other.html'];

/** Returns a visited page whose compressed size grows if it names its styles in a sheet. @param {string} name */
function page(name) {
  const rows = Array.from({ length: 12 }, (_, row) => `<p align=center><font color=navy>${name} ${row}</font></p>\n`);
  const links = NAMES.map((other) => `<a href=${other}>${other}</a>`);
  const script = '<script>document.title += "!"</script>';
  return `<!doctype html><title>${name}</title><body>${rows.join('')}${links.join(' ')}${script}`;
}

for (const [minSavingPercent, isConverted] of /** @type {const} */ ([
  [-300, true],
  [0, false],
])) {
  const what = isConverted ? 'converts pages that grow' : 'leaves pages that would grow';
  test(`minSavingPercent ${minSavingPercent} ${what}`, async (t) => {
    const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-grown-'));
    t.after(() => rmSync(scratch, { recursive: true }));
    const [site, out] = [join(scratch, 'site'), join(scratch, 'out')];
    mkdirSync(site);
    for (const name of NAMES) writeFileSync(join(site, name), page(name));
    const level = /** @type {const} */ (['on', { minSavingPercent, minUses: 1 }]);
    const report = await build(site, { out, cache: 'off', minify: false, rules: { ...OTHERS, [ID]: level } });
    const said = JSON.stringify(report.changes.map(({ page: path, status, reason }) => [path, status, reason]));
    for (const name of NAMES) {
      const html = readFileSync(join(out, name), 'utf8');
      assert.equal(!html.includes('<font'), isConverted, `${name}: ${said}`);
    }
  });
}
