/* Runs the bare encoders on the files named in a list: node bare.js LIST JOBS */
import { readFileSync } from 'node:fs';
import { Tinypool } from 'tinypool';

const [list, jobs] = process.argv.slice(2);
const pool = new Tinypool({
  filename: new URL('./bare-worker.js', import.meta.url).href,
  minThreads: Number(jobs),
  maxThreads: Number(jobs),
});
await Promise.all(JSON.parse(readFileSync(list, 'utf8')).map((/** @type {string} */ path) => pool.run(path)));
await pool.destroy();
