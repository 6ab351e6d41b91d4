/**
 * Replaces view transitions by their updates. The browser updates the page after a rendered frame, which virtual time
 * can pass without: of 24 visits of a page, every second answered a click with its old view.
 */
export function installViewTransitions() {
  document.startViewTransition = (given) => {
    const update = typeof given === 'function' ? given : given?.update;
    const updated = new Promise((resolve) => requestAnimationFrame(resolve)).then(async () => void (await update?.()));
    const types = new Set(typeof given === 'function' ? [] : given?.types);
    const [updateCallbackDone, ready, finished] = [updated, updated, updated];
    return Object.assign(new EventTarget(), { updateCallbackDone, ready, finished, types, skipTransition() {} });
  };
}
