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
