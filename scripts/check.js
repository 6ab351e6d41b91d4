/*
 * Runs the linters and the type checker at the same time. Fails if one of them does.
 */
import { spawn } from 'node:child_process';

const codes = await Promise.all(['lint', 'types'].map(runScript));
process.exitCode = Math.max(...codes);

/** Runs a script of package.json, and returns its exit code. @param {string} name @returns {Promise<number>} */
function runScript(name) {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', '-s', name], { stdio: 'inherit', shell: process.platform === 'win32' });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}
