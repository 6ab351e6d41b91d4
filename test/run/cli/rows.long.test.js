import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { audit } from '../../../lib/index.js';

const images = fileURLToPath(new URL('../../../fixtures/microscape/site/images/', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-rows-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

test('a row says what was written and read, and a resource what its image says, as the contract has it', async () => {
  mkdirSync(join(scratch, 'images'));
  for (const name of ['solutions.gif', 'hero.gif']) cpSync(join(images, name), join(scratch, 'images', name));
  writeFileSync(
    join(scratch, 'index.html'),
    `<!DOCTYPE html><html lang="en"><title>Rows</title><body bgcolor="#ffffff">
<p><img src="images/solutions.gif" width="112" height="28" alt="solutions">
<p><img src="images/hero.gif" alt="">`,
  );
  const { changes, resources } = await audit(scratch, { cache: 'off', verify: 'off' });

  const words = changes.find(({ rule, status }) => rule === 'text-image' && status === 'applied');
  assert.ok(words, 'the words are set');
  assert.equal(words.resource, 'images/solutions.gif');
  assert.deepEqual(Object.keys(words.replacement ?? {}), ['html', 'css']);
  assert.match(words.replacement?.html ?? '', /^<span class="?[\w -]+"?[^>]*>(?:<span [^>]*>)?solutions(?:<\/span>)+$/);
  const [name] = /(?<=class="?)[\w-]+/.exec(words.replacement?.html ?? '') ?? [];
  assert.ok(words.replacement?.css.includes(`.${name}{`), 'the styles are those of the markup');
  assert.deepEqual(Object.keys(words.lettering ?? {}), ['text', 'similarity', 'font']);
  const { text, similarity = 0, font } = words.lettering ?? {};
  assert.equal(text, 'solutions');
  assert.ok(similarity > 0.5 && similarity <= 1, `${similarity}`);
  assert.ok(words.replacement?.css.includes(String(font)), `${font} is the face that the styles name`);

  for (const row of changes.filter((each) => each !== words)) {
    assert.equal(row.replacement, undefined, `${row.rule} wrote no words`);
    assert.equal(row.lettering, undefined, `${row.rule} read nothing`);
  }
  const shown = new Map(resources.map(({ path, image }) => [path, image]));
  const { confidence = 0, ...said } = shown.get('images/solutions.gif') ?? {};
  assert.deepEqual(said, { width: 112, height: 28, frames: 1, kind: 'text', text: 'solutions' });
  assert.ok(confidence > 0 && confidence <= 1);
  assert.ok(!('text' in (shown.get('images/hero.gif') ?? {})), 'a picture says nothing');
  assert.equal(shown.get('index.html'), undefined);
});
