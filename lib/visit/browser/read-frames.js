/**
 * Lists the URLs, as written, of visible frames that start below the window. Runs in the page, before it is scrolled.
 * @returns {string} JSON of `string[]`
 */
export function listLateFrames() {
  // CSS pixels. Frames that only report visits are smaller.
  const MIN_SIZE = 5;
  const isLate = (/** @type {Element} */ frame) => {
    const { top, width, height } = frame.getBoundingClientRect();
    return top >= innerHeight && Math.min(width, height) >= MIN_SIZE && frame.checkVisibility();
  };
  const frames = [...document.querySelectorAll('iframe[src]')].map((frame) => ({
    url: frame.getAttribute('src') ?? '',
    late: isLate(frame),
  }));
  const early = new Set(frames.flatMap(({ url, late }) => (late ? [] : url)));
  const late = frames.flatMap((frame) => (frame.late && !early.has(frame.url) ? frame.url : []));
  return JSON.stringify([...new Set(late)].sort());
}
