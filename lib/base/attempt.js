/**
 * The outcome of an attempt: a value, or the error that prevented it.
 * @template T
 * @typedef {{ ok: true, value: T } | { ok: false, error: unknown }} Outcome
 */

/**
 * Runs a function that reads foreign input, such as a parser. Returns its value or its error, so that the caller can
 * explain unreadable input.
 * @template T
 * @param {() => T} read
 * @returns {Outcome<T>}
 */
export function attempt(read) {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    return { ok: false, error };
  }
}

/**
 * Runs an asynchronous function like `attempt`.
 * @template T
 * @param {() => Promise<T> | T} read
 * @returns {Promise<Outcome<T>>}
 */
export async function attemptAsync(read) {
  try {
    return { ok: true, value: await read() };
  } catch (error) {
    return { ok: false, error };
  }
}
