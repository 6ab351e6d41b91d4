import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { splitColumns } from './split-columns.js';
import { measureCorpus, measureSamples, train } from './training.js';

const target = join(import.meta.dirname, '../../lib/images/analyse/kinds.json.br');
const forest = train(await measureCorpus(), await measureSamples());
writeFileSync(target, brotliCompressSync(JSON.stringify(splitColumns(forest))));
console.log(
  `${forest.trees.length} trees for ${forest.classes.length} kinds written to lib/images/analyse/kinds.json.br`,
);
