import { spawnSync } from 'node:child_process';
import { escapeGithub } from '../lib/report/escape.js';

/** The major version of Node.js that pagethrift needs. */
const OLDEST_NODE = 24;

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

try {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE)
    throw new Error(
      `This is Node.js ${process.versions.node}, and ${OLDEST_NODE} is needed. Put “actions/setup-node” with ` +
        `“node-version: ${OLDEST_NODE}” before this step.`,
    );
  const { runAction } = await import('./run.js');
  process.exitCode = await runAction({
    env: process.env,
    fetch,
    say: (line) => process.stdout.write(`${line}\n`),
    spawn: (command, args, cwd) =>
      spawnSync(command, args, {
        cwd,
        encoding: 'utf8',
        maxBuffer: MAX_OUTPUT_BYTES,
        stdio: ['ignore', 'pipe', 'inherit'],
        // On Windows, npx is a script that only a shell can start. Its arguments come from the workflow file.
        shell: process.platform === 'win32' && command === 'npx',
      }),
    shell: (script, cwd) => spawnSync(script, { cwd, shell: true, stdio: 'inherit' }).status,
  });
} catch (error) {
  process.stdout.write(
    `::error title=pagethrift::${escapeGithub(error instanceof Error ? error.message : String(error))}\n`,
  );
  process.exitCode = 1;
}
