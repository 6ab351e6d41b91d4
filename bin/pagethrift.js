#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { start } from '../lib/run/cli/start.js';

// Parsed pages are short-lived. A large nursery saves CPU time at the cost of memory.
for (const flag of ['--semi-space-growth-factor=8', '--lazy-new-space-shrinking']) setFlagsFromString(flag);

// A program that reads the output, such as “head”, may close the pipe. The rest is not printed, and the exit code is
// kept.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

process.exitCode = await start({
  argv: process.argv.slice(2),
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
});
