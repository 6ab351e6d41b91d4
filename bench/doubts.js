import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { hearDoubts } from './doubts/hear.js';
import { listDrawn, listLabelled } from './doubts/images.js';
import { describeDoubts } from './doubts/table.js';
import { corpusFolder } from './lettering/corpus.js';

/** @import { Heard } from './doubts/hear.js' */

/**
 * What each reason to doubt a text is worth: how many wrong texts it alone stops and how many right ones it alone
 * costs. `--folder` names folders like the corpus, `--fonts` that of the bench of drawn words. What a run hears is
 * written to `--kept`; `--write` makes docs/doubts.md of all that are named.
 */
const { values } = parseArgs({
  options: {
    folder: { type: 'string', multiple: true, default: [] },
    corpus: { type: 'boolean', default: false },
    fonts: { type: 'string' },
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    kept: { type: 'string', multiple: true, default: ['doubts.json'] },
    write: { type: 'boolean', default: false },
  },
});

if (values.write) {
  const heard = values.kept.flatMap((file) => /** @type {Heard[]} */ (JSON.parse(readFileSync(file, 'utf8'))));
  writeFileSync(fileURLToPath(new URL('../docs/doubts.md', import.meta.url)), describeDoubts(heard));
} else {
  const folders = [...values.folder, ...(values.corpus ? [corpusFolder] : [])];
  const heard = [];
  for (const folder of folders) heard.push(...(await hearDoubts(listLabelled(folder))));
  if (values.fonts)
    heard.push(...(await hearDoubts(listDrawn(values.fonts, Number(values.count), Number(values.seed)))));
  writeFileSync(values.kept[0], JSON.stringify(heard));
  console.log(describeDoubts(heard));
}
