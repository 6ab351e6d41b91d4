/** Derives class names from declarations. */

/** Max number of words in a class name, whose bytes recur on every page. */
const MAX_WORDS = 2;

/**
 * Names each set of declarations. The order of the result does not change between runs.
 * @param {readonly string[]} keys
 * @param {(name: string) => boolean} isTaken
 * @returns {Map<string, string>} names by key
 */
export function nameLooks(keys, isTaken) {
  /** @type {Map<string, string>} */
  const names = new Map();
  const used = new Set();
  for (const key of keys) {
    const wanted = describe(key.split('; '));
    let name = wanted;
    for (let number = 2; used.has(name) || isTaken(name); number++) name = `${wanted}-${number}`;
    used.add(name);
    names.set(key, name);
  }
  return names;
}

/** Returns a hyphenated name for a set of declarations. @param {readonly string[]} looks */
function describe(looks) {
  if (looks.some((look) => look.startsWith('@'))) return 'page';
  if (looks.some((look) => look.startsWith('border-spacing') || look.startsWith('>padding'))) return 'grid';
  const words = WORDS.flatMap(([pattern, say]) =>
    looks.flatMap((look) => {
      const found = pattern.exec(look);
      return found ? say(found[1]) : [];
    }),
  );
  return [...new Set(words)].slice(0, MAX_WORDS).join('-') || 'plain';
}

/**
 * Patterns that name a set of declarations, the most descriptive first.
 * @type {readonly [RegExp, (value: string) => string][]}
 */
const WORDS = [
  [/^float: (\w+)$/, (word) => word],
  [/^clear: ()/, () => 'clear'],
  [/^color: (.+)$/, nameColour],
  [/^background-color: (.+)$/, nameColour],
  [/^font-size: ([\w-]+)$/, (word) => word],
  [/^text-align: (?:-webkit-)?(\w+)$/, (word) => word],
  [/^margin-left: auto()$/, () => 'middle'],
  [/^white-space: nowrap()$/, () => 'line'],
  [/^font-family: "?([a-z]\w*)/i, (word) => word.toLowerCase()],
  [/^vertical-align: ([\w-]+)$/, (word) => word],
  [/^border(?:-width)?: (\w+)/, () => 'framed'],
  [/^(?:width|height): ()/, () => 'sized'],
];

/** A colour whose channels differ by less than this is grey. */
const GREY_SPREAD = 0.12;
/** The largest value of a colour channel. */
const CHANNEL_MAX = 255;
/** Min lightness of a grey that is called white. Black is the opposite end. */
const NEARLY_WHITE = 0.97;
/** Hues in steps of 60 degrees. */
const HUES = ['red', 'yellow', 'green', 'cyan', 'blue', 'magenta'];

/** Returns a word for a colour. @param {string} colour */
function nameColour(colour) {
  const digits = /^#([0-9a-f]+)$/.exec(colour)?.[1];
  if (!digits) return colour;
  const size = digits.length / 3;
  const channels = [0, 1, 2].map((index) => {
    const part = digits.slice(index * size, (index + 1) * size);
    return Number.parseInt(size === 1 ? part + part : part, 16) / CHANNEL_MAX;
  });
  const [most, least] = [Math.max(...channels), Math.min(...channels)];
  if (most - least < GREY_SPREAD) return least > NEARLY_WHITE ? 'white' : most < 1 - NEARLY_WHITE ? 'black' : 'grey';
  return hueOf(channels, most, most - least);
}

/** @param {readonly number[]} channels @param {number} most @param {number} spread */
function hueOf([red, green, blue], most, spread) {
  const turn =
    most === red ? (green - blue) / spread : most === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread;
  return HUES[Math.round((turn + HUES.length) % HUES.length) % HUES.length];
}
