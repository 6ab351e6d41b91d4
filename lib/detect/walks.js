const IMAGES = String.raw`\bdocument\s*\.\s*images\b`;
const LIST = new RegExp(IMAGES, 'i');
const LISTS = String.raw`\bdocument\s*\.\s*(?:images|all)\b`;
/**
 * Old scripts ask whether a browser has images that can change, before they change one that they name, or which browser
 * it is.
 */
const ASKS = new RegExp(
  String.raw`${LISTS}(?=\s*(?:&&|\|\||\?))|(?<=\bif\s{0,9}\((?:[^()]|\(\)){0,200})${LISTS}(?=\s*\))` +
    String.raw`|!\s*${LISTS}(?=\s*(?:\)|&&))`,
  'gi',
);
/** An image by its name, which stands in the code for whoever asks. */
const NAMED = new RegExp(
  String.raw`${IMAGES}\s*(?:\[\s*(["'])[^"'\\]*\1\s*\]|\.\s*(?!length\b|item\b|namedItem\b)\w+)`,
  'gi',
);
/** What makes an image finds none, and the flags of a pattern may be these letters. */
const MAKES = /\b(?:createElement|new\s+Element)\s*\(\s*["'`]img["'`]|\bRegExp\s*\([^()]*,\s*["'`][gim]+["'`]/gi;
/** jQuery UI fades the buttons that it has made, of which some are images. */
const FADES = /\.\s*filter\s*\(\s*(["'`])img\1\s*\)\s*(?=\.\s*css\s*\()/gi;
/** Calls that are given a tag or a selector which finds images; what looks for a map's image finds none of them. */
const SELECTS = /\(\s*(["'`])(?!\s*<)[^"'`<]*?(?<![\w.#/:-])img(?![\w/-]|\[usemap)[^"'`<]*\1/i;
/** Libraries go over all elements, looking for a class: images matter to those that tell them from others. */
const EVERY = /getElementsByTagName(?:NS)?\s*\([^()]*["'`]\*["'`]\s*\)|\bdocument\s*\.\s*all\b/i;
const TELLS = /["'`]img["'`]/i;

/**
 * Whether code goes over a page's images without naming each.
 * @param {string} code
 */
export function walksImages(code) {
  if (!LIST.test(code) && !/\bimg\b/i.test(code)) return false;
  const acting = code.replace(ASKS, '').replace(NAMED, '').replace(FADES, '').replace(MAKES, '(');
  return LIST.test(acting) || SELECTS.test(acting) || (TELLS.test(acting) && EVERY.test(acting));
}

/** What says where an image comes from. */
const READS = new RegExp(
  String.raw`\.(?:src|currentSrc)\b(?!\s*=(?!=))|["'\x60](?:src|currentSrc)["'\x60]|\[\s*src\b|\b(?:outer` +
    String.raw`|inner)HTML\b(?!\s*=(?!=))|\.attributes\b`,
);
/**
 * What shows another file there, or only says the word, as Adobe's code for Flash and its calls do; neither reads
 * anything.
 */
const SETS = new RegExp(
  String.raw`\b(?:attr|prop|setAttribute)\s*\(\s*(["'\x60])src\1\s*,|\bcase\s*(["'\x60])src\2\s*:` +
    String.raw`|\[\s*(["'\x60])src\3\s*\]\s*=(?!=)|\bAC_\w*RunContent\s*\([^()]*\)`,
  'g',
);

/**
 * Whether code may look at where an image comes from.
 * @param {string} code
 */
export function readsSources(code) {
  return READS.test(code.replace(SETS, '('));
}

/** What puts another file into an image, and where the image is known by its name, or made by the code itself. */
const PUTS = /\.(?:src|srcset)\s*=(?!=)|\b(?:attr|prop|setAttribute)\s*\(\s*["'`]src(?:set)?["'`]\s*,|\bsrc\s*:/;
const PUTS_NAMED = new RegExp(
  String.raw`\bgetElementById\s*\(\s*(["'\x60])[^"'\x60]*\1\s*\)\s*\.\s*src\s*=(?!=)` +
    String.raw`|\(\s*(["'\x60])#[\w-]+\2\s*\)\s*\.\s*(?:attr|prop)\s*\(\s*["'\x60]src["'\x60]\s*,` +
    String.raw`|\(\s*new\s+Image\s*(?:\(\s*\))?\s*\)\s*\.\s*src\s*=(?!=)`,
  'g',
);
const MADE = new RegExp(
  String.raw`(?<![\w$])([A-Za-z_$][\w$]*)\s*=\s*(?:new\s+Image\b` +
    String.raw`|(?:document\s*\.\s*)?createElement\s*\(\s*["'\x60](?:img|script|iframe|source)["'\x60])`,
  'g',
);
/** What goes from an element to those around it, or moves it. */
const LOOKS_AROUND = new RegExp(
  String.raw`\b(?:parentNode|parentElement|offsetParent|childNodes|children|firstChild|lastChild` +
    `|firstElementChild|lastElementChild|nextSibling|previousSibling|nextElementSibling` +
    String.raw`|previousElementSibling|insertBefore|insertAdjacent\w+|replaceChild|replaceWith|removeChild` +
    String.raw`|cloneNode)\b|\.\s*(?:parent|parents|parentsUntil|next|nextAll|prev|prevAll|siblings|contents` +
    String.raw`|wrap\w*|unwrap|before|after|clone|detach|append\w*|prepend\w*|html|remove)\s*\(|[>+~]\s*img\b`,
  'i',
);

/**
 * Whether code may show another file in an image that it does not name, or look at what stands around one.
 * @param {string} code
 */
export function handlesImages(code) {
  const made = new Set([...code.matchAll(MADE)].map(([, name]) => name));
  const puts = code
    .replace(PUTS_NAMED, '')
    .replace(/(?<![\w$])([A-Za-z_$][\w$]*)\s*\.\s*src\s*=(?!=)/g, (all, name) => (made.has(name) ? '' : all));
  return PUTS.test(puts) || LOOKS_AROUND.test(code);
}

const GIVES = new RegExp(
  String.raw`\bfunction\s+([A-Za-z_$][\w$]{2,})|(?:\$|\bjQuery|\bfn|\bwindow|\broot|\bself` +
    String.raw`|\bprototype)\s*\.\s*([A-Za-z_$][\w$]{2,})\s*=(?!=)` +
    String.raw`|(\b[A-Z][\w$]*\s*)?\.\s*([A-Za-z_$][\w$]{2,})\s*=\s*(?:async\s+)?(?:function\b` +
    String.raw`|\([^()]*\)\s*=>)|^(?:var|let|const)\s+([A-Za-z_$][\w$]{2,})`,
  'gm',
);

/** A name that is neither declared nor called where it stands. */
const HANDED_ON = /(?<![\w$])(?=[A-Za-z_$])(?<!\bfunction\s+)[A-Za-z_$][\w$]{2,}(?![\w$]|\s*\()/g;

/** jQuery, Prototype and MooTools, by what only they define. */
const JQUERY = /\bjquery\s*:\s*(?:["']\d|[A-Za-z_$][\w$]*\s*,)/;
const JQUERY_LATER = /\bnoConflict\b/;
const LIBRARY = /\bvar\s+Prototype\s*=\s*\{|\bMooTools\s*=\s*\{/;

/**
 * Whether code is a library that looks at what it is asked about, in the words of whoever asks.
 * @param {string} code
 */
export function isLibrary(code) {
  const start = code.search(JQUERY);
  return (start >= 0 && JQUERY_LATER.test(code.slice(start))) || LIBRARY.test(code);
}

/**
 * What browsers call by themselves is no offer, nor what every window or function has.
 * @param {string | undefined} name
 */
const isOffer = (name) =>
  name !== undefined &&
  !/^(?:on[a-z]+|arguments|prototype|constructor|toString|location|status|opener|event)$/.test(name);

/**
 * Names under which code offers what it does to other code of a page; what has to be asked of a class or the like as
 * `.name`.
 * @param {string} code
 * @param {boolean} isInside whether functions that it declares stand in others, or in none that can be called from
 *   elsewhere
 * @returns {readonly string[]}
 */
export function namesGivenBy(code, isInside = false) {
  const handedOn = isInside ? new Set(code.match(HANDED_ON)) : null;
  const names = [...code.matchAll(GIVES)].flatMap(([, declared, given, owner, member, variable]) => {
    if (declared !== undefined) return !handedOn || handedOn.has(declared) ? [declared] : [];
    return [given ?? variable, owner ? `.${member}` : member];
  });
  return [...new Set(names.filter(isOffer))];
}

/** What stands between two quotes: a string, or what is between two. */
const QUOTED = /(["'`])(?=([^"'`\n]*)\1)/g;
const CLASS = /\.(-?[A-Za-z_][\w-]*)/g;
const GIVEN = new RegExp(
  String.raw`(?:getElementsByClassName|hasClass|classList\.contains|className\.(?:indexOf|match` +
    String.raw`|search))\s*\(\s*["'\x60/]([^"'\x60/]+)|\bclassName\s*[!=]==?\s*["'\x60]([^"'\x60]+)`,
  'g',
);

/**
 * The classes that code looks for, in selectors and by themselves.
 * @param {string} code
 * @returns {ReadonlySet<string>}
 */
export function classesIn(code) {
  /** @type {Set<string>} */
  const found = new Set();
  for (const [, , text] of code.matchAll(QUOTED)) {
    if (text.includes('.')) for (const [, name] of text.matchAll(CLASS)) found.add(name);
  }
  for (const [, called, compared] of code.matchAll(GIVEN)) {
    for (const name of (called ?? compared).match(/[\w-]+/g) ?? []) found.add(name);
  }
  return found;
}
