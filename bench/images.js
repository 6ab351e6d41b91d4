/*
 * npm run bench -- images [--scratch FOLDER] [--more FOLDER]… [--every N] [--slow] [--modern]
 *
 * Encodes every distinct image of ../shared/corpus and of Debian's apache2-data, latex2html and xfig-doc, checks each
 * result frame by frame, and prints sizes and times next to those of sharp, @napi-rs/image, oxipng (wasm) and, if
 * installed, optipng, zopflipng and apngasm. `--more` adds folders (for example of animations), `--every` takes one
 * file in N, `--slow` adds zopflipng -m and the highest effort, and `--modern` compares lossy formats at measured
 * similarity.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchAnimations } from './images/animations.js';
import { collectImages, fetchPackages } from './images/collect.js';
import { benchModern } from './images/modern.js';
import { benchMaker } from './images/one-maker.js';
import { benchStills } from './images/stills.js';

const { values } = parseArgs({
  options: {
    scratch: { type: 'string' },
    more: { type: 'string', multiple: true },
    every: { type: 'string' },
    slow: { type: 'boolean' },
    modern: { type: 'boolean' },
  },
});
const scratch = values.scratch ?? join(tmpdir(), 'pagethrift-bench-images');
mkdirSync(scratch, { recursive: true });

const corpus = fileURLToPath(new URL('../../shared/corpus/images', import.meta.url));
const folders = [corpus, ...fetchPackages(scratch), ...(values.more ?? [])].filter((folder) => existsSync(folder));
const images = collectImages(folders).filter((_, i) => i % Number(values.every ?? 1) === 0);
const of = (/** @type {string} */ format) => images.filter((image) => image.format === format);

const slow = values.slow === true;
await benchStills(
  of('gif').filter(({ frames }) => frames === 1),
  { scratch, slow },
);
await benchAnimations(
  of('gif').filter(({ frames }) => frames > 1),
  { scratch },
);
await benchMaker('png', of('png'));
await benchMaker('jpeg', of('jpeg'));
if (values.modern) await benchModern(of('jpeg'));
