import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { audit, build } from '../../lib/index.js';

const fixture = fileURLToPath(new URL('../../fixtures/rules/text-image/navigation/', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-text-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const names = ['home.gif', 'products.gif', 'contact.gif'];

test('a text image that pays for its text becomes text, although it could be inlined for less', async () => {
  const site = join(scratch, 'menu');
  mkdirSync(site);
  cpSync(join(fixture, 'before.html'), join(site, 'index.html'));
  for (const name of names) cpSync(join(fixture, name), join(site, name));
  const { changes, pages } = await audit(site, { cache: 'off', verify: 'off' });
  const applied = changes.filter(({ status }) => status === 'applied');
  const text = applied.flatMap(({ rule, resource }) => (rule === 'text-image' ? [resource] : []));
  assert.deepEqual(text.sort(), names.toSorted());
  assert.ok(!applied.some(({ rule }) => rule === 'small-image'));
  assert.ok(pages[0].after.bytes < pages[0].before.bytes, 'the page is smaller');
});

test('verification accepts text for images whose second file is missing, with and without a size', async () => {
  const site = join(scratch, 'rollovers');
  mkdirSync(site);
  for (const name of names) cpSync(join(fixture, name), join(site, name));
  const link = (/** @type {string} */ file, /** @type {string} */ size) => {
    const [id] = file.split('.');
    const over = `document.images['${id}'].src='${id}_f2.gif'`;
    const out = `document.images['${id}'].src='${file}'`;
    const image = `<img src="${file}" name="${id}" alt="${id}"${size}>`;
    return `<a href="/" onmouseover="${over}" onmouseout="${out}">${image}</a>\n`;
  };
  const sizes = [' width="63" height="23"', ' width="86" height="23"', ''];
  const menu = names.map((name, at) => link(name, sizes[at])).join('');
  writeFileSync(
    join(site, 'index.html'),
    `<!doctype html><html lang="en"><title>Shop</title><p>${menu}</p><p>Welcome.</p>`,
  );
  const { changes } = await build(site, { out: join(scratch, 'out'), cache: 'off', jobs: 1 });
  const applied = changes.filter(({ rule, status }) => rule === 'text-rollover' && status === 'applied');
  assert.deepEqual(applied.map(({ resource }) => resource).sort(), names.toSorted());
});

/** Returns a GIF with other colours. @param {Buffer} gif @param {(value: number) => number} change */
function recolour(gif, change) {
  const size = 3 * 2 ** ((gif[10] & 7) + 1);
  return Buffer.from(gif.map((value, at) => (at >= 13 && at < 13 + size ? change(value) : value)));
}

/** Writes the images of the menu, and those under the mouse, in inverted colours. @param {string} site */
function writePairs(site) {
  for (const name of names) {
    const gif = readFileSync(join(fixture, name));
    writeFileSync(join(site, name), gif);
    writeFileSync(
      join(site, name.replace('.', '2.')),
      recolour(gif, (value) => 255 - value),
    );
  }
}

test('text has a third state while the mouse is pressed, and handlers keep their other code', async () => {
  const site = join(scratch, 'pressed');
  mkdirSync(site);
  const menu = names.map((name) => {
    const gif = readFileSync(join(fixture, name));
    const [id] = name.split('.');
    writeFileSync(join(site, name), gif);
    writeFileSync(
      join(site, `${id}2.gif`),
      recolour(gif, (value) => 255 - value),
    );
    writeFileSync(
      join(site, `${id}3.gif`),
      recolour(gif, (value) => value >> 1),
    );
    const events = `onmouseover="this.src=${id}2.src; say('${id}')" onmouseout="this.src='${name}'; say('')"
      onmousedown="this.src=${id}3.src" onmouseup="this.src=${id}2.src"`;
    return `<a href="${id}.html"><img src="${name}" alt="${id}" ${events}></a>\n`;
  });
  const preload = names
    .flatMap((name) => [2, 3].map((state) => `${name.split('.')[0]}${state}`))
    .map((id) => `${id} = new Image();\n${id}.src = "${id}.gif";\n`);
  const script = `function say(text) { parent.said = text }\n${preload.join('')}`;
  const head = `<title>Shop</title><script>${script}</script>`;
  writeFileSync(
    join(site, 'index.html'),
    `<!doctype html><html lang="en">${head}<p>${menu.join('')}</p><p>Welcome.</p>`,
  );
  const out = join(scratch, 'pressed-out');
  const { changes } = await build(site, { out, cache: 'off', jobs: 1 });
  const applied = changes.filter(({ rule, status }) => rule === 'text-rollover' && status === 'applied');
  assert.deepEqual(applied.map(({ resource }) => resource).sort(), names.toSorted());
  const states = applied.flatMap((one) => one.states ?? []).sort();
  assert.deepEqual(states, names.flatMap((name) => [name.replace('.', '2.'), name.replace('.', '3.')]).sort());
  const page = readFileSync(join(out, 'index.html'), 'utf8');
  assert.match(page, /onmouseover="?say\('home'\)/);
  assert.doesNotMatch(page, /onmousedown|\.gif/);
  assert.match(page, /:hover[^}]*\{/);
  assert.match(page, /:active\{/);
});

test('scripts that list all images find one in the place of a text, and no longer load its files', async () => {
  const site = join(scratch, 'listed');
  mkdirSync(site);
  writePairs(site);
  const ids = names.map((name) => name.split('.')[0]);
  const loads = ids.map((id) => `load('${id}', '${id}.gif', '${id}2.gif');`).join('\r\n');
  const script = `var files = {}
    function load(id, off, on) {
      files[id] = [new Image(), new Image()];
      files[id][0].src = off;
      files[id][1].src = on;
    }
    function turn(id, at) { document.images[id].src = files[id][at].src; return true; }
    function count() { document.title = 'Shop ' + [].map.call(document.images, function (one) { return one.name }); }
    ${loads}`;
  const menu = ids.map(
    (id) =>
      `<a href="${id}.html" onmouseover="return turn('${id}',1)" onmouseout="return turn('${id}',0)">` +
      `<img src="${id}.gif" name="${id}" alt="${id}"></a>\r\n`,
  );
  const head = `<!doctype html><html lang="en"><title>Shop</title><script>${script}</script>`;
  const body = `<body onload="count()"><p>${menu.join('')}</p><p>Welcome.</p>`;
  writeFileSync(join(site, 'index.html'), head + body);
  const out = join(scratch, 'listed-out');
  const { changes, pages } = await build(site, { out, cache: 'off', jobs: 1 });
  const applied = changes.filter(({ rule, status }) => rule === 'text-rollover' && status === 'applied');
  assert.deepEqual(applied.map(({ resource }) => resource).sort(), names.toSorted());
  const written = readFileSync(join(out, 'index.html'), 'utf8');
  assert.doesNotMatch(written, /\.gif/);
  for (const id of ids) assert.match(written, new RegExp(`<img name="?${id}"? [^>]*style="?display:none`));
  assert.deepEqual([pages[0].before.requests, pages[0].after.requests], [7, 1]);
});

test('text of the current page changes with others under the mouse, and handlers stay for other images', async () => {
  const site = join(scratch, 'current');
  mkdirSync(site);
  writePairs(site);
  const dot = Buffer.from('R0lGODdhAQABAIAAAP8AAP8AACwAAAAAAQABAAACAkQBADs=', 'base64');
  writeFileSync(join(site, 'bar.gif'), dot);
  writeFileSync(
    join(site, 'bar2.gif'),
    recolour(dot, (value) => value >> 1),
  );
  const script = `function show(id, file) { var one = document.getElementById(id); if (one) one.src = file }
    function light(id, own) { show(own, own + '.gif'); show(id, id + '2.gif'); show('bar', 'bar2.gif') }
    function dim(id, own) { show(own, own + '2.gif'); show(id, id + '.gif'); show('bar', 'bar.gif') }`;
  const links = names.slice(1).map((name) => {
    const [id] = name.split('.');
    const events = `onmouseover="light('${id}', 'home')" onmouseout="dim('${id}', 'home')"`;
    return `<a href="${id}.html" ${events}><img ID=${id} src="${name}" alt="${id}"></a>\n`;
  });
  const menu = `<img id="home" src="home2.gif" alt="home"> ${links.join('')}`;
  writeFileSync(
    join(site, 'index.html'),
    `<!doctype html><html lang="en"><title>Shop</title><script>${script}</script><p>${menu}</p>
    <p><img id="bar" src="bar.gif" alt="" width="300" height="4"></p><p>Welcome.</p>`,
  );
  const out = join(scratch, 'current-out');
  const { changes } = await build(site, { out, cache: 'off', jobs: 1 });
  const applied = changes.filter(({ rule, status }) => rule === 'text-rollover' && status === 'applied');
  assert.deepEqual(applied.map(({ resource }) => resource).sort(), ['contact.gif', 'home2.gif', 'products.gif']);
  const page = readFileSync(join(out, 'index.html'), 'utf8');
  assert.match(page, /onmouseover="?light\('products', ?'home'\)/);
  assert.match(page, /id="?bar\b/);
  assert.doesNotMatch(page, /id="?(?:home|products)\b/i);
  assert.match(page, /html:has\(\[onmouseover\]:hover\) \.[\w-]+\{/);
});
