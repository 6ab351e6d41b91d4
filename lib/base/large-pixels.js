/**
 * An image of more pixels is looked at, coded and judged in a reduced copy: no usual screen has so many. Phones take
 * photographs of 12 to 50 million.
 */
export const LARGE_PIXELS = 16_000_000;
