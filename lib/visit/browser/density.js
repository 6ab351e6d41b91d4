import { bundlePageScript } from './page-script.js';

/** The message of the watching script on the console when the page asks. No page says this itself. */
export const DENSITY_ASKED = 'pagethrift: a script asks how dense the screen is';
/** Markup and styles that select by the density of the screen. */
const SELECTS = 'srcset|image-set|resolution|pixel-?ratio';
const QUERIES = 'resolution|pixel-?ratio';

/** Runs in every document before its own scripts. */
function watchQuestions() {
  const tell = console.debug.bind(console, DENSITY_ASKED);
  const described = Object.getOwnPropertyDescriptor(globalThis, 'devicePixelRatio');
  const read = described?.get?.bind(globalThis) ?? (() => 1);
  let isTold = false;
  const note = () => {
    if (!isTold) tell();
    isTold = true;
  };
  Object.defineProperty(globalThis, 'devicePixelRatio', {
    ...{ configurable: true, enumerable: true, set: described?.set },
    get: () => {
      note();
      return read();
    },
  });
  globalThis.matchMedia = new Proxy(matchMedia, {
    apply: (target, self, given) => {
      if (new RegExp(QUERIES, 'i').test(String(given[0]))) note();
      return Reflect.apply(target, self, given);
    },
  });
}

/** Makes a page tell when one of its scripts asks how dense the screen is. */
export const watchDensity = bundlePageScript(watchQuestions, { constants: { DENSITY_ASKED, QUERIES } });

/** Returns true if elements or styles that scripts may have added select by the density of the screen. */
function hasDensities() {
  const selects = new RegExp(SELECTS, 'i');
  /** @param {Document | ShadowRoot} root @returns {boolean} */
  const isIn = (root) =>
    [...root.querySelectorAll('*')].some(
      (element) =>
        element.matches('[srcset], [imagesrcset], iframe, frame, canvas') ||
        (element.localName === 'style' && selects.test(element.textContent)) ||
        selects.test(element.getAttribute('style') ?? '') ||
        (element.shadowRoot !== null && isIn(element.shadowRoot)),
    );
  const adopted = document.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules]);
  return isIn(document) || adopted.some(({ cssText }) => selects.test(cssText));
}

/** Runs in a loaded page. */
export const offersDensities = bundlePageScript(hasDensities, { constants: { SELECTS } });
