import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/**
 * Writes a small site with content for most stages: images, a script, style sheets, several similar pages.
 * @param {string} folder
 * @param {number} [version] changes the text of every page
 */
export async function writeShownSite(folder, version = 0) {
  mkdirSync(join(folder, 'img'), { recursive: true });
  const noise = { type: /** @type {const} */ ('gaussian'), mean: 128, sigma: 30 };
  const photo = sharp({ create: { width: 320, height: 200, channels: 3, background: '#456', noise } });
  writeFileSync(join(folder, 'img/photo.jpg'), await photo.jpeg({ quality: 100 }).toBuffer());
  const flat = sharp({ create: { width: 120, height: 40, channels: 3, background: '#c30' } });
  writeFileSync(join(folder, 'img/flat.png'), await flat.png({ compressionLevel: 0 }).toBuffer());
  writeFileSync(join(folder, 'img/flat.gif'), await flat.gif().toBuffer());
  writeFileSync(join(folder, 'site.css'), `/* colours */\n${'p   {  margin : 1em ;  color : #112233 }\n'.repeat(40)}`);
  writeFileSync(join(folder, 'site.js'), 'document.documentElement.className = "has-scripts"; // says so\n');
  for (const name of ['index', 'one', 'two', 'three']) {
    const text = `<p>Version ${version} of   ${name}, with some words that all pages have.</p>\n`.repeat(20);
    const head = `<meta charset="utf-8"><title>${name}</title><link rel="stylesheet" href="site.css">`;
    const images = ['photo.jpg', 'flat.png', 'flat.gif']
      .map((file) => `<img src="img/${file}" alt="${file}">`)
      .join('\n');
    const links = ['one', 'two', 'three'].map((to) => `<a href="${to}.html">${to}</a>`).join(' ');
    const body = `${links}\n${images}\n${text}<script src="site.js"></script>`;
    writeFileSync(
      join(folder, `${name}.html`),
      `<!DOCTYPE html>\n<html lang="en"><head>${head}</head><body>${body}</body></html>\n`,
    );
  }
}
