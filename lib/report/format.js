/**
 * Formats numbers for people in the same way in every report. The module contains only functions, because the HTML
 * report contains their source.
 */

/** Writes a number with thousands marked: whole, or to a tenth where it is a small mean. @param {number} value */
export function formatNumber(value) {
  const size = Math.abs(value);
  const tenths = Math.round(size * 10) / 10;
  const digits = size < 10 && !Number.isInteger(tenths) ? tenths.toFixed(1) : Math.round(size).toString();
  const marked = digits.includes('.') ? digits : Number(digits).toLocaleString('en-US');
  return value < 0 && Number(digits) !== 0 ? `−${marked}` : marked;
}

/** Writes a number in a larger unit: three figures, or more where the whole part has more. @param {number} value */
export function formatScaled(value) {
  const size = Math.abs(value);
  if (size >= 99.95) return formatNumber(Math.round(value));
  return `${value < 0 ? '−' : ''}${size.toFixed(1)}`;
}

/** Writes a size in the largest fitting unit; 1 kB is 1,000 bytes. @param {number} bytes */
export function formatBytes(bytes) {
  const size = Math.abs(bytes);
  if (size < 999.5) return `${formatNumber(Math.round(bytes))} B`;
  if (size < 999_500) return `${formatScaled(bytes / 1e3)} kB`;
  return size < 999_500_000 ? `${formatScaled(bytes / 1e6)} MB` : `${formatScaled(bytes / 1e9)} GB`;
}

/** Writes a time in milliseconds or, from one second on, seconds. @param {number} ms */
export function formatMs(ms) {
  return Math.abs(ms) < 999.5
    ? `${formatNumber(Math.abs(ms) < 10 ? ms : Math.round(ms))} ms`
    : `${formatScaled(ms / 1000)} s`;
}

/**
 * Writes a saving as a difference: minus is less, plus is more.
 * @param {number} value
 * @param {(value: number) => string} format
 */
export function formatSaving(value, format) {
  if (value === 0) return '–';
  const text = format(-value);
  return value < 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** Returns the text for a time that the model cannot distinguish from zero. */
export function sayNoChange() {
  return 'no measurable change';
}

/**
 * Writes the time that a change saves, or that it is not measurable.
 * @param {{ ms: number, isWithinError?: boolean }} saves
 * @param {number} [pages] over which the time is summed
 */
export function formatTimeSaving({ ms, isWithinError = false }, pages = 1) {
  return isWithinError ? sayNoChange() : formatSaving(ms / Math.max(1, pages), formatMs);
}

/** Writes the difference of `after` to `before`: `−38 %`. @param {number} before @param {number} after */
export function formatChange(before, after) {
  if (before === after) return '±0 %';
  if (before === 0) return 'new';
  const percent = (100 * (after - before)) / before;
  const text = Math.abs(percent) < 9.95 ? formatScaled(percent) : formatNumber(Math.round(percent));
  return `${percent > 0 ? '+' : ''}${text} %`;
}

/** Writes a count with its noun: `1 page`, `3 pages`. @param {number} count @param {string} noun */
export function formatCount(count, noun) {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * Shortens a text in its middle, so that a path keeps its start and its name.
 * @param {string} text
 * @param {number} width
 */
export function shorten(text, width) {
  if (text.length <= width) return text;
  if (width < 2) return '…'.slice(0, Math.max(0, width));
  const tail = Math.ceil((width - 1) * 0.6);
  return `${text.slice(0, width - 1 - tail)}…${text.slice(text.length - tail)}`;
}
