/** Symbols of RFC 1951, section 3.2.5, as tables by length and by distance. */

export const literalSymbols = 286;
/** Count of distance symbols (RFC 1951, 3.2.5). */
export const distanceSymbols = 30;

export const lengthSymbol = new Uint16Array(259);
export const lengthExtraBits = new Uint8Array(259);
export const lengthExtraValue = new Uint8Array(259);
export const distanceSymbol = new Uint8Array(32769);
export const distanceExtraBits = new Uint8Array(distanceSymbols);
export const distanceBase = new Uint16Array(distanceSymbols);

for (let symbol = 257, length = 3; symbol < 285; symbol++) {
  const bits = symbol < 265 ? 0 : (symbol - 261) >> 2;
  for (let value = 0; value < 1 << bits && length < 258; value++, length++) {
    lengthSymbol[length] = symbol;
    lengthExtraBits[length] = bits;
    lengthExtraValue[length] = value;
  }
}
lengthSymbol[258] = 285;

for (let symbol = 0, distance = 1; symbol < distanceSymbols; symbol++) {
  const bits = symbol < 4 ? 0 : (symbol - 2) >> 1;
  distanceExtraBits[symbol] = bits;
  distanceBase[symbol] = distance;
  for (let value = 0; value < 1 << bits; value++, distance++) distanceSymbol[distance] = symbol;
}
