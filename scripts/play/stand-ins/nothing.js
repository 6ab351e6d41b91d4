/* Replaces modules that the playground does not need: files, threads and Tesseract. */
const none = () => {
  throw new Error('This part needs the command, not the playground.');
};

export {
  none as brotliDecompressSync,
  none as createRequire,
  none as mkdirSync,
  none as open,
  none as opendir,
  none as readdir,
  none as readFile,
  none as readFileSync,
  none as realpath,
  none as stat,
  none as statSync,
  none as lstat,
  none as basename,
  none as dirname,
  none as join,
  none as relative,
  none as resolve,
  none as fileURLToPath,
};
export const workerData = null;
export const posix = { basename: none, dirname: none, join: none };
export const sep = '/';
export default none;
