/**
 * An error in the command line, the config or the input. Its message says what happened, where, and what to do next.
 */
export class InputError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {ErrorOptions} [options] `cause`: the error behind it
   */
  constructor(code, message, options) {
    super(message, options);
    this.name = 'InputError';
    this.code = code;
  }
}

/** A task that was ended because it exceeded its limit. The message follows the name of a file. */
export class OverLimitError extends Error {
  /** @param {string} message @param {{ isLasting?: boolean }} [options] `isLasting`: it exceeds it at any time */
  constructor(message, { isLasting = false } = {}) {
    super(message);
    this.name = 'OverLimitError';
    this.isLasting = isLasting;
  }
}

/**
 * Returns the code of an error of Node.js, such as `ENOENT`, or an empty string if it has none.
 * @param {unknown} error
 */
export function codeOf(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
