import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { main } from '../../lib/run/cli/main.js';

const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-icon-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

/** A 1×1 PNG. */
const ICON = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** Pages with a script are visited. */
const SCRIPT = '<script>document.title += "."</script>';
const PAGES = {
  'named.html': `<!doctype html><link rel=icon href=mine.png><title>Named</title>${SCRIPT}<p>A page with an icon.`,
  'plain.html': `<!doctype html><title>Plain</title>${SCRIPT}<p>A page without one.`,
};

/** @param {...string} argv */
async function run(...argv) {
  let out = '';
  const ignore = { write: () => true };
  const stdout = { write: (/** @type {string} */ text) => (out += text) };
  const code = await main({ argv: [...argv, '--cache', 'off'], stdout, stderr: ignore, env: {}, cwd: scratch });
  assert.equal(code, 0, argv.join(' '));
  return out;
}

/** @param {string} command @param {string} folder @param {...string} options */
async function countWith(command, folder, ...options) {
  await run(command, folder, '--json', 'report.json', ...options);
  const { pages } = JSON.parse(readFileSync(join(scratch, 'report.json'), 'utf8'));
  return Object.fromEntries(
    pages.map((/** @type {any} */ { path, before }) => [path, [before.requests, before.bytes]]),
  );
}

/** @param {string} folder @param {Record<string, string | Buffer>} files */
function save(folder, files) {
  mkdirSync(join(scratch, folder));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(scratch, folder, name), content);
}

test('the files of a page add up to the page, without those that no visit requests', async () => {
  const media = '<style>@media (min-width: 5000px) { p { background: url(mine.png) } }</style>';
  save('media', {
    'index.html': `${PAGES['plain.html']}${media}`,
    'other.html': PAGES['plain.html'],
    'mine.png': ICON,
  });
  const ignored = await countWith('audit', 'media');
  assert.equal(ignored['index.html'][0], 1);
  const { resources, pages } = JSON.parse(readFileSync(join(scratch, 'report.json'), 'utf8'));
  for (const { path, before } of pages) {
    const loaded = resources.filter((/** @type {any} */ { usedBy }) => usedBy.includes(path));
    const sum = loaded.reduce((/** @type {number} */ total, /** @type {any} */ { sent }) => total + sent, 0);
    assert.equal(sum, before.bytes);
  }
});

for (const [folder, icons, plain] of /** @type {const} */ ([
  ['with', { 'favicon.ico': ICON }, 2],
  ['without', {}, 1],
])) {
  test(`estimate, audit and build count the icon of a page in the same way, ${folder} a favicon.ico`, async () => {
    save(folder, { ...PAGES, 'mine.png': ICON, ...icons });
    const audited = await countWith('audit', folder);
    assert.equal(audited['named.html'][0], 2);
    assert.equal(audited['plain.html'][0], plain);
    assert.deepEqual(await countWith('build', folder, '--out', `${folder}-out`), audited);
    for (const page of Object.keys(PAGES)) {
      const { pages, estimate } = JSON.parse(await run('estimate', `${folder}/${page}`, '--json'));
      assert.deepEqual([pages[0].requests, pages[0].bytes], audited[page]);
      assert.equal(estimate.requests, pages[0].requests);
    }
  });
}
