/** @type {Map<string, Promise<unknown>>} */
const loading = new Map();

/** Loads a script once. @param {string} src @returns {Promise<unknown>} */
export function loadScript(src) {
  const known = loading.get(src) ?? addScript(src);
  loading.set(src, known);
  return known;
}

/** @param {string} src */
function addScript(src) {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src });
    script.addEventListener('load', resolve);
    script.addEventListener('error', () => reject(new Error(`${src} could not be loaded.`)));
    document.head.append(script);
  });
}
