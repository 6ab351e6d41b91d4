/**
 * A fault of the command line, the config or the input: what, where and what to do, in one sentence each.
 */
export class InputError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.name = 'InputError';
    this.code = code;
  }
}

/** A task that was ended since it went beyond its limit; the message follows the name of a file. */
export class OverLimitError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = 'OverLimitError';
  }
}

/**
 * The code that Node.js gives an error, such as `ENOENT`; empty where it has none.
 * @param {unknown} error
 */
export function codeOf(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
