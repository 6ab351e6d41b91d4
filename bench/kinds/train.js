import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureCorpus, measureSamples, train } from './training.js';

const target = join(import.meta.dirname, '../../lib/images/analyse/kinds.json');
const forest = train(await measureCorpus(), await measureSamples());
writeFileSync(target, `${JSON.stringify(forest, null, 2)}\n`);
console.log(`${forest.trees.length} trees for ${forest.classes.length} kinds written to lib/images/analyse/kinds.json`);
