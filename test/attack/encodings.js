/** @import { Row } from '../../bench/attack.js' */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import sharp from 'sharp';
import { build } from '../../lib/index.js';
import { openServer } from '../../lib/output/serve/server.js';
import { unpackChromium } from '../../lib/visit/browser/unpack.js';
import { inScratch } from './support/run.js';

const OPTIONS = /** @type {const} */ ({ verify: 'off', browser: 'off', cache: 'off', effort: 'fast', jobs: 2 });
/** Japanese in ISO-2022-JP: “Nihongo”, between the escapes that switch the character set. */
const NIHONGO = Buffer.from('\x1b$BF|K\\8l\x1b(B', 'latin1');

/** @param {string} head @param {Buffer | string} words @returns {Buffer} */
function page(head, words) {
  const text = Buffer.isBuffer(words) ? words : Buffer.from(words);
  return Buffer.concat([
    Buffer.from(`<!DOCTYPE HTML>\n<HTML><HEAD>${head}<TITLE>t</TITLE></HEAD><BODY>\n<P>  one   `),
    text,
    Buffer.from('  two </P>\n<!-- a comment -->\n</BODY></HTML>\n'),
  ]);
}

/** @param {Buffer} text @param {boolean} isBig */
function utf16(text, isBig) {
  const little = Buffer.from(text.toString(), 'utf16le');
  return isBig ? little.swap16() : little;
}

const SAID = (/** @type {string} */ name) => `<META CHARSET="${name}">`;
/** Pages in encodings that are rare, missing, or wrongly declared. @type {Readonly<Record<string, Buffer>>} */
const PAGES = {
  'UTF-8 with a mark': Buffer.concat([Buffer.from('\ufeff'), page('', 'naïve 日本')]),
  'UTF-16 with a mark, little end first': utf16(Buffer.concat([Buffer.from('\ufeff'), page('', 'naïve 日本')]), false),
  'UTF-16 with a mark, big end first': utf16(Buffer.concat([Buffer.from('\ufeff'), page('', 'naïve 日本')]), true),
  'UTF-16 without a mark': utf16(page(SAID('utf-16'), 'naïve 日本'), false),
  'UTF-16 that is UTF-8': page(SAID('utf-16'), 'naïve 日本'),
  'ISO-2022-JP': page(SAID('iso-2022-jp'), NIHONGO),
  'ISO-2022-JP, undeclared': page('', NIHONGO),
  Shift_JIS: page(SAID('shift_jis'), Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea])),
  'EUC-JP': page(SAID('euc-jp'), Buffer.from([0xc6, 0xfc, 0xcb, 0xdc])),
  Big5: page(SAID('big5'), Buffer.from([0xa4, 0xa4, 0xa4, 0xe5])),
  'GB 18030': page(SAID('gb18030'), Buffer.from([0xd6, 0xd0, 0x81, 0x30, 0x81, 0x30])),
  'KOI8-R': page(SAID('koi8-r'), Buffer.from([0xd0, 0xd2, 0xc9])),
  'windows-1252, undeclared': page('', Buffer.from([0xe9, 0x93, 0x80, 0x94])),
  'UTF-8 that is windows-1252': page(SAID('utf-8'), Buffer.from([0xe9, 0x93, 0x80, 0x94])),
  'windows-1252 that is UTF-8': page(SAID('windows-1252'), 'naïve “so”'),
  'UTF-7, which no browser reads': page(SAID('utf-7'), '+ADw-b+AD4-'),
  'x-user-defined': page(SAID('x-user-defined'), Buffer.from([0x80, 0xff])),
  'a name that is none': page(SAID('utf-9'), Buffer.from([0xe9])),
  'declared twice': page(SAID('koi8-r') + SAID('utf-8'), Buffer.from([0xd0, 0xd2])),
  'declared after a kilobyte': page(`${' '.repeat(1500)}${SAID('koi8-r')}`, Buffer.from([0xd0, 0xd2])),
  'NUL bytes': page(SAID('utf-8'), 'a\0b<b title="c\0d">\0</b>'),
  directions: page(SAID('utf-8'), '\u202eabc\u202c \u2067def\u2069 \u200f\u200e <bdo dir=rtl>x  y</bdo>'),
  'marks inside': page(SAID('utf-8'), 'a\ufeff \u200b\u00ad\u2028 b\u00a0 c'),
  'lone surrogates': page(SAID('utf-8'), Buffer.from([0xed, 0xa0, 0x80, 0x20, 0xf4, 0x90, 0x80, 0x80, 0xc0, 0xaf])),
  'old ends of lines': page(SAID('utf-8'), '<pre>\r\na\rb\n\r\n</pre>'),
};

/** Creates images of rare kinds. @returns {Promise<Record<string, Buffer>>} */
async function drawImages() {
  const [width, height] = [64, 48];
  const raw = Buffer.alloc(width * height * 3).map((_, at) => (at * 7 + (at >> 5) * 13) & 255);
  const plain = () => sharp(raw, { raw: { width, height, channels: 3 } });
  const deep = new Uint16Array(width * height * 3).map((_, at) => (at * 997) & 65535);
  const frames = await Promise.all([0, 90].map((turn) => plain().modulate({ hue: turn }).png().toBuffer()));
  return {
    'a.jpg': await plain().toColourspace('cmyk').jpeg().toBuffer(),
    'b.png': await sharp(deep, { raw: { width, height, channels: 3 } })
      .toColourspace('rgb16')
      .png()
      .toBuffer(),
    'c.webp': await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true, delay: [9000, 9000] })
      .toBuffer(),
    'd.jpg': await plain().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    'e.jpg': await plain().greyscale().jpeg({ progressive: true }).toBuffer(),
    'f.png': await plain().withIccProfile('p3').png().toBuffer(),
    'g.gif': await sharp(frames, { join: { animated: true } })
      .gif({ delay: [9000, 9000] })
      .toBuffer(),
    'h.png': await plain().png({ palette: true, colours: 4 }).toBuffer(),
    'i.png': await plain().ensureAlpha(0.4).png().toBuffer(),
    'j.tiff': await plain().tiff().toBuffer(),
    'k.avif': await plain().avif({ lossless: true }).toBuffer(),
    'l.webp': await plain().ensureAlpha(0.5).webp({ quality: 60 }).toBuffer(),
  };
}

/**
 * Checks that pages in rare encodings have the same text in Chromium after a build, and rare images the same pixels.
 * @returns {Promise<Row[]>}
 */
export async function run() {
  return inScratch(async (folder) => {
    const [site, out] = ['site', 'out'].map((name) => join(folder, name));
    mkdirSync(site);
    const images = await drawImages();
    for (const [index, bytes] of Object.values(PAGES).entries()) writeFileSync(join(site, `${index}.html`), bytes);
    for (const [name, bytes] of Object.entries(images)) {
      writeFileSync(join(site, name), bytes);
      writeFileSync(
        join(site, `${name}.html`),
        `<!doctype html><title>${name}</title><body>\n<p>  <img src=${name} alt="">`,
      );
    }
    await build(site, { ...OPTIONS, out });
    const names = [...Object.keys(PAGES).keys()].map((index) => `${index}.html`);
    const [before, after] = [await look(site, names, images), await look(out, names, images)];
    const row = (/** @type {string} */ what, /** @type {string[]} */ all, /** @type {string[]} */ faults) => ({
      what,
      tried: all.length,
      failed: faults.length,
      result: faults.slice(0, 6).join('; ') || 'the same in Chromium before and after',
    });
    const kinds = Object.keys(PAGES);
    const said = kinds.filter((_, index) => before.pages[index] !== after.pages[index]);
    const shown = Object.keys(images).filter((_, index) => before.images[index] !== after.images[index]);
    const packed = names.filter((name) => readFileSync(join(site, name)).length > readFileSync(join(out, name)).length);
    return [
      {
        ...row('pages in odd encodings', kinds, said),
        ...(said.length ? {} : { result: `the same text in Chromium; ${packed.length} were made smaller` }),
      },
      row('odd images (CMYK, 16 bits, animated, turned, with profiles)', Object.keys(images), shown),
    ];
  });
}

/**
 * Returns the text that Chromium decodes on pages, and its rendering of pages with one image.
 * @param {string} root @param {readonly string[]} names @param {Record<string, Buffer>} images
 */
async function look(root, names, images) {
  const { path, libraries } = await unpackChromium();
  const env = { ...process.env, LD_LIBRARY_PATH: libraries };
  const browser = await puppeteer.launch({
    executablePath: path,
    headless: 'shell',
    pipe: true,
    args: ['--no-sandbox'],
    env,
  });
  const server = await openServer(root, { port: 0 });
  const tab = await browser.newPage();
  /** @type {{ pages: string[], images: string[] }} */
  const seen = { pages: [], images: [] };
  for (const name of names) {
    await tab.goto(server.url + name);
    seen.pages.push(await tab.evaluate(() => `${document.title} ${document.body.innerText}`));
  }
  for (const name of Object.keys(images)) {
    await tab.goto(`${server.url}${name}.html`, { waitUntil: 'networkidle0' });
    seen.images.push(String(await tab.screenshot({ encoding: 'base64' })));
  }
  await browser.close();
  await server.close();
  return seen;
}
