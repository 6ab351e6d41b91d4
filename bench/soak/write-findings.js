/** @import { Verdict } from './judge-site.js' */
/** @import { Row } from './run-site.js' */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/**
 * Writes a page for each page with findings, with the differences and the screenshots of both sides.
 * @param {string} folder @param {Row} row @param {Verdict} verdict
 */
export async function writeFindings(folder, row, verdict) {
  for (const { page, before, after, findings } of verdict.pages) {
    const at = join(folder, `${row.name}.${row.level}`, page.replaceAll('/', '_'));
    mkdirSync(at, { recursive: true });
    const lines = findings.map(({ kind, rendering = '', detail }) => `- ${kind} ${rendering}: ${detail}`);
    for (const [index, { name, picture }] of before.rendered.entries()) {
      if (!findings.some(({ rendering }) => rendering === name)) continue;
      await writeBoth(join(at, `${name}.png`), picture, after.rendered[index].picture);
      lines.push(`\n![${name}, before and after](${name}.png)`);
    }
    for (const [index, picture] of before.hovered.entries()) {
      const name = `hover-${index}`;
      if (!findings.some(({ rendering }) => rendering === name) || !after.hovered[index]) continue;
      await writeBoth(join(at, `${name}.png`), picture, after.hovered[index]);
      lines.push(`\n![${name}, before and after](${name}.png)`);
    }
    const loads = [before, after].map(({ requests }) => requests.map((url) => url.replace(/^https?:\/\/[^/]+/, '')));
    const [lost, news] = [
      loads[0].filter((url) => !loads[1].includes(url)),
      loads[1].filter((url) => !loads[0].includes(url)),
    ];
    lines.push(`\nLoaded only before: ${lost.join(' ')}`, `\nLoaded only after: ${news.join(' ')}`);
    writeFileSync(join(at, 'finding.md'), `# ${row.name}, ${row.level}: ${page}\n\n${lines.join('\n')}\n`);
  }
}

/**
 * Combines two screenshots and their difference side by side.
 * @param {string} file @param {Uint8Array} one @param {Uint8Array} other
 */
async function writeBoth(file, one, other) {
  const [a, b] = await Promise.all([sharp(one).metadata(), sharp(other).metadata()]);
  const [width, height] = [Math.max(a.width, b.width), Math.max(a.height, b.height)];
  const plain = { create: { width, height, channels: /** @type {const} */ (3), background: 'white' } };
  const [first, second] = await Promise.all(
    [one, other].map((input) =>
      sharp(plain)
        .composite([{ input: Buffer.from(input), top: 0, left: 0 }])
        .png()
        .toBuffer(),
    ),
  );
  const difference = await sharp(first)
    .composite([{ input: second, blend: 'difference' }])
    .png()
    .toBuffer();
  await sharp({ create: { width: width * 3 + 20, height, channels: 3, background: '#f0f' } })
    .composite([first, second, difference].map((input, index) => ({ input, top: 0, left: index * (width + 10) })))
    .png()
    .toFile(file);
}
