import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { renderSpeed } from '../time/table.js';
import { renderCommits } from './commits-table.js';
import { renderIncremental } from './table.js';

const PAGE = new URL('../../docs/speed.md', import.meta.url);

/** How machines share results. */
const SHARING = `
## Results that machines share

\`--remote-cache\` names a cache next to the local one. A result that the local cache lacks is taken from there, and new
ones are stored there:

- A server: \`--remote-cache https://cache.example.com\`. It has the interface of Nx’s self-hosted caches, \`GET\` and
  \`PUT /v1/cache/{hash}\` with a bearer token, so existing servers work. The token is in the environment variable
  \`PAGETHRIFT_CACHE_TOKEN\`. The server keeps what takes long: visits, verdicts, images, packed and compressed files.
- A folder: \`--remote-cache DIR\`. It keeps all results, one file each. Two such folders are joined by copying one over
  the other.

A server that fails, or rejects the token, costs a warning: the run does the work itself. Damaged results are not used.

Whoever may write into a cache decides what later builds write. \`--cache-read-only\` reads from both caches and writes
into none: use it, and a token that cannot write, for unreviewed pull requests.

## Builds on several machines

Without any server, each machine does a part of a build, and one merges them:

\`\`\`sh
npx pagethrift build dist --shard 1/2 --remote-cache shared
npx pagethrift build dist --shard 2/2 --remote-cache shared
npx pagethrift merge dist --out dist-lean --shards 2 --remote-cache shared
\`\`\`

The machines need the same input and settings, and nothing of each other. Each reads and plans the whole site, and
packs, compresses, visits and verifies its part: files and groups of similar pages are dealt out by the digests of
their names.
The result is the same, byte for byte, as that of one machine. If a shard is missing, the merge says so and does its
work. In CI, upload the folder \`shared\` of each job, and download them all into one folder before the merge.
`;

/** Writes docs/speed.md from all results. */
export function writeSpeed() {
  const [times, incremental] = ['../time/results.json', 'results.json'].map((name) => {
    const file = new URL(name, import.meta.url);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  });
  const commits = new URL('commits.json', import.meta.url);
  const inRow = renderCommits(existsSync(commits) ? JSON.parse(readFileSync(commits, 'utf8')) : null);
  writeFileSync(PAGE, `${renderSpeed(times)}${renderIncremental(incremental)}${inRow}${SHARING}`);
}
