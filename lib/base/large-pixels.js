/**
 * Images with more pixels are rendered, encoded and compared in a reduced copy: no usual screen has as many. Phones
 * take photographs of 12 to 50 million.
 */
export const LARGE_PIXELS = 16_000_000;
