import { spawnSync } from 'node:child_process';
import { escapeGithub } from '../lib/report/escape.js';
import { runAction } from './run.js';

const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;

try {
  process.exitCode = await runAction({
    env: process.env,
    fetch,
    say: (line) => process.stdout.write(`${line}\n`),
    spawn: (command, args, cwd) =>
      spawnSync(command, args, {
        cwd,
        encoding: 'utf8',
        maxBuffer: MOST_OUTPUT_BYTES,
        stdio: ['ignore', 'pipe', 'inherit'],
        // On Windows npx is a script that only a shell can start; its arguments come from the workflow file.
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
