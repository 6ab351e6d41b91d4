import sharp from 'sharp';

/**
 * What an image holds beside its words, and whether a replacement may show it: `carried` things come out as CSS or a
 * crop, with the others the image must stay.
 */
export const EXTRAS = /** @type {const} */ ({
  none: 'carried',
  border: 'carried',
  gradient: 'carried',
  shadow: 'carried',
  underline: 'carried',
  icon: 'carried',
  lines: 'carried',
  photo: 'kept',
  mark: 'kept',
  strike: 'kept',
  colours: 'kept',
  logo: 'kept',
  turned: 'kept',
  flipped: 'kept',
  wavy: 'kept',
});

/** @typedef {keyof typeof EXTRAS} Extra */

/**
 * Draws words and what stands beside them.
 * @param {{ text: string, family: string, size: number, bold: boolean, italic: boolean, ground: string, ink: string,
 *   extra: Extra, random: () => number }} look
 * @returns {Promise<Uint8Array>} a PNG
 */
export async function drawScene(look) {
  const { extra, ground, size, random } = look;
  const words = await layWords(look);
  const pad = { x: 5 + Math.floor(random() * 6), y: 3 + Math.floor(random() * 5) };
  const side = extra === 'icon' ? Math.round(size * 0.7) + 5 : 0;
  const above = extra === 'logo' ? size + 12 : 0;
  const width = words.width + 2 * pad.x + side;
  const height = words.height + 2 * pad.y + above;
  const at = { x: pad.x + side, y: pad.y + above };
  const under = writeUnder(look, width, height, at, words);
  const over = writeOver(look, width, height, at, words);
  const layers = [{ input: words.png, left: at.x, top: at.y }];
  if (extra === 'shadow') {
    const cast = await layWords({ ...look, ink: '#808080' });
    layers.unshift({ input: cast.png, left: at.x + 1, top: at.y + 2 });
  }
  const svg = (/** @type {string} */ body) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`);
  const drawn = await sharp(svg(`<rect width="${width}" height="${height}" fill="${ground}"/>${under}`))
    .composite([...layers, { input: svg(over), left: 0, top: 0 }])
    .flatten({ background: ground })
    .png()
    .toBuffer();
  if (extra === 'turned')
    return sharp(drawn)
      .rotate(6 + random() * 10, { background: ground })
      .png()
      .toBuffer();
  if (extra === 'flipped') return (random() < 0.5 ? sharp(drawn).flip() : sharp(drawn).flop()).png().toBuffer();
  return extra === 'wavy' ? bend(drawn, size, random) : drawn;
}

/** The words alone, trimmed. @param {Parameters<typeof drawScene>[0]} look */
async function layWords({ text, family, size, bold, italic, ink, extra }) {
  const write = (/** @type {string} */ said) => said.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  const words = text.split(' ');
  const half = words.length >> 1;
  const written =
    extra === 'lines' && words.length > 1
      ? `${write(words.slice(0, half).join(' '))}\n${write(words.slice(half).join(' '))}`
      : extra === 'colours' && words.length > 1
        ? `${write(words[0])} <span foreground="${ink === '#ffffff' ? '#ff0000' : '#ff3030'}">` +
          `${write(words.slice(1).join(' '))}</span>`
        : extra === 'mark'
          ? `${write(text)}<span size="45%" rise="${Math.round(size * 400)}">TM</span>`
          : write(text);
  const weight = `${bold ? ' weight="bold"' : ''}${italic ? ' style="italic"' : ''}`;
  const png = await sharp({
    text: {
      text: `<span foreground="${ink}"${weight}>${written}</span>`,
      font: `${family} ${size}`,
      dpi: 72,
      rgba: true,
    },
  })
    .png()
    .toBuffer();
  const { width, height } = await sharp(png).metadata();
  return { png, width, height };
}

/**
 * What lies behind the words.
 * @param {Parameters<typeof drawScene>[0]} look
 * @param {number} width
 * @param {number} height
 * @param {{ x: number, y: number }} at
 * @param {{ width: number, height: number }} words
 */
function writeUnder({ extra, ground, ink, size, random }, width, height, at, words) {
  if (extra === 'gradient')
    return (
      `<defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="${ground}"/><stop offset="1" stop-color="` +
      `${shade(ground, 40)}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#g)"/>`
    );
  if (extra === 'border')
    return (
      `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" fill="none" stroke="` +
      `${random() < 0.5 ? ink : shade(ground, -60)}"/>`
    );
  if (extra === 'underline')
    return (
      `<rect x="${at.x}" y="${at.y + words.height + 1}" width="${words.width}" height="${size > 20 ? 2 : 1}" ` +
      `fill="${ink}"/>`
    );
  if (extra === 'icon') {
    const r = Math.round(size * 0.35);
    const [cx, cy] = [at.x - r - 5, Math.round(at.y + words.height / 2)];
    const shapes = [
      `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${ink}"/>`,
      `<path d="M${cx - r} ${cy - r}L${cx + r} ${cy}L${cx - r} ${cy + r}z" fill="${ink}"/>`,
      `<rect x="${cx - r}" y="${cy - r}" width="${2 * r}" height="${2 * r}" fill="#c33"/>`,
      `<path d="M${cx} ${cy - r}l${r} ${r}l-${r} ${r}l-${r}-${r}z" fill="${ink}"/>`,
      `<rect x="${cx - 1}" y="${at.y}" width="2" height="${words.height}" fill="${ink}"/>`,
    ];
    return shapes[Math.floor(random() * shapes.length)];
  }
  if (extra === 'logo')
    return (
      `<circle cx="${width / 2}" cy="${size / 2 + 6}" r="${size / 2}" fill="#c33"/><circle cx="${width / 2}" cy="` +
      `${size / 2 + 6}" r="${size / 4}" fill="${ink}"/>`
    );
  if (extra === 'photo')
    return Array.from({ length: 40 }, () => {
      const light = Math.round((random() - 0.5) * 90);
      return (
        `<ellipse cx="${random() * width}" cy="${random() * height}" rx="${3 + random() * 20}" ry="` +
        `${3 + random() * 9}" fill="${shade(ground, light)}"/>`
      );
    }).join('');
  return '';
}

/**
 * What lies over the words.
 * @param {Parameters<typeof drawScene>[0]} look
 * @param {number} width
 * @param {number} height
 * @param {{ x: number, y: number }} at
 * @param {{ width: number, height: number }} words
 */
function writeOver({ extra, ink, size }, width, height, at, words) {
  if (extra !== 'strike') return `<rect width="${width}" height="${height}" fill="none"/>`;
  return (
    `<rect x="${at.x - 1}" y="${Math.round(at.y + words.height * 0.55)}" width="${words.width + 2}" height="` +
    `${size > 20 ? 2 : 1}" fill="${ink}"/>`
  );
}

/** @param {string} colour @param {number} by */
function shade(colour, by) {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const away = parts[0] + parts[1] + parts[2] > 383 ? -by : by;
  return `#${parts
    .map((part) =>
      Math.max(0, Math.min(255, part + away))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/**
 * Shifts columns up and down, as puzzles for people do.
 * @param {Uint8Array} png
 * @param {number} size
 * @param {() => number} random
 */
async function bend(png, size, random) {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const out = Buffer.from(data);
  const [phase, pace] = [random() * 6, 0.08 + random() * 0.12];
  for (let x = 0; x < info.width; x++) {
    const by = Math.round(Math.sin(phase + x * pace) * size * 0.2);
    for (let y = 0; y < info.height; y++) {
      const from = Math.min(info.height - 1, Math.max(0, y + by));
      for (let c = 0; c < 3; c++) out[(y * info.width + x) * 3 + c] = data[(from * info.width + x) * 3 + c];
    }
  }
  return sharp(out, { raw: { width: info.width, height: info.height, channels: 3 } })
    .png()
    .toBuffer();
}
