import { execFileSync } from 'node:child_process';
import sharp from 'sharp';
/** @import { Page } from 'puppeteer-core' */
import { RARE_SIGNS } from './words.js';

/** @typedef {{ family: string, file: string }} Font */
/** @typedef {{ text: string, font: Font, size: number, ground: string, ink: string }} Look */

const PILLOW = `
import base64, io, json, sys
from PIL import Image, ImageDraw, ImageFont
for row in json.load(sys.stdin):
    font = ImageFont.truetype(row['file'], row['size'])
    left, top, right, bottom = font.getbbox(row['text'])
    image = Image.new('RGB', (right - left + 14, bottom - top + 10), row['ground'])
    draw = ImageDraw.Draw(image)
    draw.fontmode = '1' if row['isAliased'] else 'L'
    draw.text((7 - left, 5 - top), row['text'], row['ink'], font=font)
    out = io.BytesIO()
    image.save(out, 'PNG')
    print(base64.b64encode(out.getvalue()).decode())
`;

export const hasMagick = canRun('convert', ['-list', 'font']);
export const hasPillow = canRun('python3', ['-c', 'import PIL']);

/** @param {Look} look @param {boolean} isAliased */
export function renderWithMagick({ text, font, size, ground, ink }, isAliased) {
  return execFileSync('convert', [
    ...(isAliased ? ['+antialias'] : []),
    '-size',
    `${(text.length + 2) * size * 2}x${size * 4}`,
    `xc:${ground}`,
    '-fill',
    ink,
    '-font',
    font.file,
    '-pointsize',
    String(size),
    '-gravity',
    'center',
    '-annotate',
    '0',
    text.replace(/[%\\@]/g, '\\$&'),
    '-trim',
    '+repage',
    '-bordercolor',
    ground,
    '-border',
    '6x4',
    isAliased ? 'gif:-' : 'png:-',
  ]);
}

/** @param {Look} look @returns {Promise<Uint8Array>} */
export async function renderWithPango({ text, font, size, ground, ink }) {
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  const words = await sharp({
    text: { text: `<span foreground="${ink}">${escaped}</span>`, font: `${font.family} ${size}`, dpi: 72, rgba: true },
  })
    .png()
    .toBuffer();
  return sharp(words)
    .extend({ top: 4, bottom: 4, left: 6, right: 6, background: ground })
    .flatten({ background: ground })
    .png()
    .toBuffer();
}

/** One process for all of them. @param {readonly (Look & { isAliased: boolean })[]} looks @returns {Uint8Array[]} */
export function renderWithPillow(looks) {
  if (looks.length === 0) return [];
  const rows = looks.map(({ font, ...look }) => ({ ...look, file: font.file }));
  const out = execFileSync('python3', ['-c', PILLOW], { input: JSON.stringify(rows), maxBuffer: 1 << 28 });
  return out
    .toString('latin1')
    .trim()
    .split('\n')
    .map((line) => Buffer.from(line, 'base64'));
}

/** @param {Page} page @param {string} text @param {string} css @returns {Promise<Uint8Array>} */
export async function renderWithBrowser(page, text, css) {
  const box = await page.evaluate(
    (style, words) => {
      document.body.style.cssText = 'margin:0';
      document.body.innerHTML = '';
      const span = document.createElement('span');
      span.style.cssText = style;
      span.textContent = words;
      document.body.append(span);
      const { width, height } = span.getBoundingClientRect();
      return { width: Math.floor(width), height: Math.floor(height) };
    },
    `display:inline-block;white-space:nowrap;${css}`,
    text,
  );
  return page.screenshot({ clip: { x: 0, y: 0, ...box } });
}

/** Outline faces of the system that hold every sign of the texts. @returns {Font[]} */
export function listFonts() {
  if (!canRun('fc-list', ['--version'])) return [{ family: 'sans', file: '' }];
  const signs = RARE_SIGNS.map((sign) => sign.codePointAt(0)?.toString(16)).join(' ');
  return execFileSync('fc-list', [`:lang=en:charset=${signs}`, 'file', 'family'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .sort()
    .map((row) => row.match(/^(.*?): (.*?)(?:,|$)/))
    .flatMap((match) => (match ? [{ file: match[1], family: match[2] }] : []))
    .filter(
      ({ file, family }) =>
        /\.[ot]tf$/.test(file) &&
        !/symbol|dingbat|math|emoji|D050|standard|keyboard|bebas|titling|abogado|penguin|adf style/i.test(
          family + file,
        ),
    );
}

/** @param {string} command @param {string[]} args */
function canRun(command, args) {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
