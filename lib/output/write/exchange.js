/* Run by swap.js in a process of its own: out, staging, retired. */
import { renameSync } from 'node:fs';

const [out, staging, retired] = process.argv.slice(2);
renameSync(out, retired);
try {
  renameSync(staging, out);
} catch (error) {
  renameSync(retired, out);
  throw error;
}
