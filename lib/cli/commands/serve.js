/** @import { Command } from '../types.ts' */

import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { InputError } from '../../errors.js';
import { openServer } from '../../serve/server.js';

/** @type {Command} */
export const command = {
  ownsSignals: true,
  summary: 'Serves a folder with its compressed files, on this machine alone.',
  usage: '<folder>',
  flags: { port: { type: 'string', value: 'N', help: 'the port (default 8080; 0: any that is free)' } },
  async run({ world: { cwd, stdout, stderr }, values, positionals: [folder] }) {
    if (!folder) throw new InputError('usage', 'name the folder to serve: pagethrift serve <folder>');
    const root = resolve(cwd, folder);
    if (!existsSync(root) || !statSync(root).isDirectory())
      throw new InputError('no-folder', `${folder}: there is no such folder`);
    const port = Number(values.port ?? 8080);
    if (!Number.isInteger(port) || port < 0 || port > 65535)
      throw new InputError('usage', `--port ${values.port}: a port is a number from 0 to 65535`);
    const server = await openServer(root, { port, onError: (message) => stderr.write(`pagethrift: ${message}\n`) });
    stdout.write(`${folder} is served at ${server.url} (Ctrl-C stops)\n`);
    await new Promise((done) => process.once('SIGINT', done).once('SIGTERM', done));
    await server.close();
    return 0;
  },
};
