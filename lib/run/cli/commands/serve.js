/** @import { Command, Values } from '../types.ts' */

import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { InputError } from '../../../base/errors.js';
import { LINKS } from '../../../network/index.js';
import { makeCertificate } from '../../../output/serve/certificate.js';
import { openComparison } from '../../../output/serve/compare.js';
import { openServer } from '../../../output/serve/server.js';

/** @type {Command} */
export const command = {
  takes: [],
  ownsSignals: true,
  summary: 'Serves a folder with its compressed files, to this machine only.',
  usage: '<folder>',
  flags: {
    port: { type: 'string', value: 'N', help: 'port (default 8080; 0: any free port)' },
    https: { type: 'boolean', help: 'serve HTTP/2 and HTTP/1.1 with a temporary certificate' },
    compare: { type: 'string', value: 'BEFORE', help: 'compare with the folder BEFORE, with requests and bytes' },
    throttle: { type: 'string', value: 'LINK', help: 'simulate a link: 3g, 4g, cable…' },
  },
  async run({ world: { cwd, stdout, stderr }, values, positionals: [folder] }) {
    if (!folder) throw new InputError('usage', 'Name the folder to serve: pagethrift serve <folder>.');
    const after = folderOf(cwd, folder);
    const certificate = values.https ? makeCertificate(new Date()) : null;
    const options = {
      port: portOf(values),
      certificate,
      link: linkOf(values),
      onError: (/** @type {string} */ message) => void stderr.write(`pagethrift: ${message}\n`),
    };
    const before = values.compare === undefined ? null : folderOf(cwd, String(values.compare));
    const server = await (before === null ? openServer(after, options) : openComparison({ before, after }, options));
    const what = before === null ? folder : `${values.compare} and ${folder} next to each other`;
    stdout.write(`${what}: ${server.url} (Ctrl-C stops)\n`);
    if (certificate) {
      stdout.write(
        `Chromium trusts it with --ignore-certificate-errors-spki-list=${certificate.keyDigest} --user-data-dir=DIR\n`,
      );
    }
    await new Promise((done) => process.once('SIGINT', done).once('SIGTERM', done));
    await server.close();
    return 0;
  },
};

/** @param {string} cwd @param {string} folder */
function folderOf(cwd, folder) {
  const root = resolve(cwd, folder);
  if (!existsSync(root) || !statSync(root).isDirectory())
    throw new InputError('no-folder', `There is no folder “${folder}”.`);
  return root;
}

/** @param {Values} values */
function portOf(values) {
  const port = Number(values.port ?? 8080);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new InputError('usage', `“--port ${values.port}” is not a number from 0 to 65535.`);
  return port;
}

/** @param {Values} values */
function linkOf({ throttle }) {
  if (throttle === undefined) return null;
  const name = String(throttle);
  if (!Object.hasOwn(LINKS, name))
    throw new InputError(
      'usage',
      `There is no link “${name}” for --throttle. Choose one of ${Object.keys(LINKS).join(', ')}.`,
    );
  return LINKS[name];
}
