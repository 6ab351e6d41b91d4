import { splitList } from './split-list.js';

/**
 * Returns the width of an image from its `sizes`, in CSS pixels.
 * @param {string} sizes
 * @param {number} window its width
 */
export function slotOf(sizes, window) {
  const part = splitList(sizes).find((each) =>
    matchesWindow(/^\s*((?:not\s+)?\(.*\))\s+\S/.exec(each)?.[1] ?? '', window),
  );
  const length = (part ?? '100vw').replace(/^\s*(?:not\s+)?\(.*\)\s+(?=\S)/, '');
  const terms = [...length.matchAll(/([+-]\s*)?(?<![\d.])([\d.]+)(vw|px|r?em)/g)].map(([, sign = '', number, unit]) => {
    const pixels = Number(number) * (unit === 'vw' ? window / 100 : unit === 'px' ? 1 : 16);
    return sign.startsWith('-') ? -pixels : pixels;
  });
  const sum = terms.reduce((total, term) => total + term, 0);
  return sum > 0 ? sum : window;
}

/**
 * Returns true if a condition on the window's width holds. Other conditions count as false.
 * @param {string} media
 * @param {number} window
 */
export function matchesWindow(media, window) {
  if (/^(?:|all|screen)$/i.test(media.trim())) return true;
  return media.split(',').some((query) => {
    const conditions = query.split(/\sand\s/i).map((condition) => condition.trim());
    return conditions.every((condition) => {
      const [, bound, number, unit] = /^\(\s*(min|max)-width\s*:\s*([\d.]+)(px|r?em)\s*\)$/i.exec(condition) ?? [];
      if (bound === undefined) return /^(?:only\s+)?(?:all|screen)$/i.test(condition);
      const pixels = Number(number) * (unit === 'px' ? 1 : 16);
      return bound.toLowerCase() === 'min' ? window >= pixels : window <= pixels;
    });
  });
}
