import proto from 'onnx-proto';

/** @typedef {import('onnx-proto').onnx.ITensorProto} Tensor */

const { onnx } = proto;

/** Characters that are read: Latin letters, digits, and signs of texts in Latin script. */
const READ = /^[\u0020-\u007e\u00a1-\u017fȘșȚț‘’“”„–—…•‹›€™Ÿ]$/u;
/** Type of tensors with numbers of 32 bits. */
const FLOAT = 1;
/** Min numbers of a tensor that is rounded. Smaller ones take no space. */
const ROUNDED = 64;
/** Bits that rounding leaves out: a number keeps eight bits of exponent and seven of fraction (bfloat16). */
const LEFT_OUT = 16;

/**
 * Returns a network that reads only Latin script, and the characters of its classes between “nothing” and the space.
 * Most of the weights of its last layer are those of Chinese characters. The others are rounded, which takes half of
 * the space when compressed, and changes one reading of a hundred.
 * @param {Uint8Array} bytes the network in ONNX format @param {string} dictionary one character per line
 */
export function shrinkNetwork(bytes, dictionary) {
  const model = onnx.ModelProto.decode(bytes);
  const classes = ['', ...dictionary.trimEnd().split(/\r?\n/), ' '];
  const kept = classes.flatMap((character, at) => (at === 0 || READ.test(character) ? at : []));
  const graph = model.graph ?? {};
  for (const tensor of graph.initializer ?? []) {
    if (tensor.dataType !== FLOAT) continue;
    pickClasses(tensor, classes.length, kept);
    round(tensor);
  }
  for (const { type } of [...(graph.output ?? []), ...(graph.valueInfo ?? [])])
    for (const dimension of type?.tensorType?.shape?.dim ?? [])
      if (Number(dimension.dimValue) === classes.length) dimension.dimValue = kept.length;
  const letters = kept.slice(1, -1).map((at) => classes[at]);
  return { network: onnx.ModelProto.encode(model).finish(), letters: letters.join('') };
}

/**
 * Keeps some columns of a tensor with one column per class.
 * @param {Tensor} tensor @param {number} count of the classes @param {readonly number[]} kept
 */
function pickClasses(tensor, count, kept) {
  const dims = (tensor.dims ?? []).map(Number);
  if (dims.at(-1) !== count) return;
  const numbers = numbersOf(tensor);
  const rows = numbers.length / count;
  const picked = Float32Array.from({ length: rows * kept.length }, (_, at) => {
    const row = Math.floor(at / kept.length);
    return numbers[row * count + kept[at % kept.length]];
  });
  tensor.dims = [...dims.slice(0, -1), kept.length];
  tensor.rawData = new Uint8Array(picked.buffer);
}

/** Rounds the numbers of a large tensor. @param {Tensor} tensor */
function round(tensor) {
  const numbers = numbersOf(tensor);
  if (numbers.length < ROUNDED) return;
  const bits = new Uint32Array(numbers.buffer);
  for (const [at, value] of bits.entries())
    bits[at] = Math.floor((value + 2 ** (LEFT_OUT - 1)) / 2 ** LEFT_OUT) * 2 ** LEFT_OUT;
  tensor.rawData = new Uint8Array(numbers.buffer);
}

/** Returns a copy of the numbers of a tensor. @param {Tensor} tensor */
function numbersOf({ rawData }) {
  return new Float32Array(Uint8Array.from(rawData ?? []).buffer);
}
