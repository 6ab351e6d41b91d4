/**
 * A function that runs inside a page, with the functions and constants it needs there.
 * @template {unknown[]} A, R
 * @typedef {object} PageScript
 * @property {string} name
 * @property {string} source an expression: a function that takes the same arguments
 * @property {(...args: A) => R} run the function itself, for its types
 */

/**
 * Bundles a function with the functions and constants that it uses, to send it to a page. Functions are sent as source
 * text, so they can use nothing else of their module.
 * @template {unknown[]} A, R
 * @param {(...args: A) => R} run
 * @param {{ functions?: readonly Function[], constants?: Readonly<Record<string, unknown>> }} [uses]
 * @returns {PageScript<A, R>}
 */
export function bundlePageScript(run, { functions = [], constants = {} } = {}) {
  const lines = [
    ...Object.entries(constants).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`),
    ...functions.map(String),
    `return (${run})(...args);`,
  ];
  return Object.freeze({ name: run.name, source: `(...args) => {\n${lines.join('\n')}\n}`, run });
}

/**
 * Returns the expression that calls a script with arguments.
 * @template {unknown[]} A, R
 * @param {PageScript<A, R> | ((...args: A) => R)} script a function that uses nothing of its module needs no bundle
 * @param {A} args
 */
export function writeCall(script, ...args) {
  const source = typeof script === 'function' ? String(script) : script.source;
  return `(${source})(${args.map((arg) => JSON.stringify(arg)).join(', ')})`;
}
