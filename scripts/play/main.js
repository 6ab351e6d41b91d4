import examples from 'packed:examples';
import { LINKS } from '../../lib/network/links.js';
import { loadScript } from './load-script.js';
import { element, showImage, showPages } from './show.js';
import { readState, writeState } from './state.js';
import { tryImage } from './try-image.js';
import { tryText } from './try-text.js';

/** @import { State } from './state.js' */
/** @import { Dropped } from './try-pages.js' */

/** The exports of the scripts that are loaded with the first page or report. */
const lazy = /** @type {typeof globalThis & { pagethriftPages: typeof import('./try-pages.js'),
 *   pagethriftReport: { renderHtml: typeof import('../../lib/report/html.js').renderHtml } }} */ (globalThis);

const HTTP_NAMES = ['1.1', '2', '3'];
const USUAL = { links: ['3g', '4g', 'cable'], versions: ['2'] };

/** @type {State} */
let state = { ...USUAL };

const [input, zone, result, status] = ['files', 'zone', 'result', 'status'].map(
  (id) => /** @type {HTMLElement} */ (document.getElementById(id)),
);

fillChoices('links', Object.keys(LINKS));
fillChoices('versions', HTTP_NAMES);
for (const { id, title } of examples) {
  const button = element('button', { type: 'button' }, title);
  button.addEventListener('click', () => use({ example: id, links: state.links, versions: state.versions }));
  document.getElementById('examples')?.append(button);
}
input.addEventListener('change', () => take(/** @type {HTMLInputElement} */ (input).files));
for (const name of ['dragover', 'dragleave', 'drop']) {
  zone.addEventListener(name, (event) => {
    event.preventDefault();
    zone.classList.toggle('over', name === 'dragover');
    if (name === 'drop') take(/** @type {DragEvent} */ (event).dataTransfer?.files ?? null);
  });
}
addEventListener('hashchange', showState);
showState();

/** Renders the state in the address. */
async function showState() {
  try {
    state = await readState(location.hash, USUAL);
  } catch (error) {
    say(`The link could not be read. ${messageOf(error)}`);
    return;
  }
  for (const [group, chosen] of [
    ['links', state.links],
    ['versions', state.versions],
  ]) {
    for (const box of document.querySelectorAll(`#${group} input`)) {
      const each = /** @type {HTMLInputElement} */ (box);
      each.checked = chosen.includes(each.value);
    }
  }
  await show();
}

/** Writes a new state into the address, from which it is rendered. @param {State} wanted */
async function use(wanted) {
  const hash = await writeState(wanted);
  if (hash !== null) {
    if (location.hash === hash) await showState();
    else location.hash = hash;
    return;
  }
  state = wanted;
  history.replaceState(null, '', location.pathname);
  await show();
  say('These files are too large for a link: the address does not hold them.');
}

/** @param {FileList | null} list */
async function take(list) {
  if (!list || list.length === 0) return;
  const files = await Promise.all(
    [...list].map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
  );
  await use({ files, links: state.links, versions: state.versions });
}

/** Renders the result for the current state. */
async function show() {
  const files = state.files ?? examples.find(({ id }) => id === state.example)?.files ?? [];
  if (files.length === 0) {
    result.replaceChildren();
    say(state.example ? `There is no example “${state.example}”.` : '');
    return;
  }
  say(`Working on ${files[0].name}…`);
  await new Promise((done) => setTimeout(done, 30));
  try {
    result.replaceChildren(...(await resultOf(files)));
    say(`Done: ${files[0].name}.`);
  } catch (error) {
    result.replaceChildren();
    say(`${files[0].name} could not be worked on. ${messageOf(error)}`);
  }
}

/** @param {readonly Dropped[]} files @returns {Promise<Node[]>} */
async function resultOf(files) {
  const [{ name, bytes }] = files;
  if (files.some((file) => /\.x?html?$/i.test(file.name))) {
    await loadScript('pages.js');
    return showPages(await lazy.pagethriftPages.priceFiles(files, state.links, state.versions));
  }
  const text = /^\s*\{/.test(new TextDecoder().decode(bytes.subarray(0, 64))) ? new TextDecoder().decode(bytes) : null;
  if (text === null) return imageResult(name, bytes);
  const json = JSON.parse(text);
  if (json.log) {
    await loadScript('pages.js');
    return showPages(lazy.pagethriftPages.priceHar(text, state.links, state.versions));
  }
  if (!String(json.schema).startsWith('pagethrift/report@'))
    throw new Error('This is neither a HAR file nor a report.');
  await loadScript('report.js');
  const srcdoc = lazy.pagethriftReport.renderHtml(json);
  const frame = element('iframe', { sandbox: 'allow-scripts', title: `Report ${name}`, srcdoc });
  return [element('h2', {}, name), frame];
}

/** @param {string} name @param {Uint8Array} bytes */
async function imageResult(name, bytes) {
  const tried = await tryImage(bytes);
  const shown = showImage(name, bytes, tried);
  if (tried.decoded.frames.length > 1) return shown;
  const says = element('p', { role: 'status' });
  const button = element('button', { type: 'button' }, 'Read the text of this image (loads up to 18 MB)');
  button.addEventListener('click', async () => {
    says.replaceChildren('Reading…');
    says.replaceChildren(await readingOf(tried.decoded).catch((error) => `Not read. ${messageOf(error)}`));
  });
  return [...shown, element('h3', {}, 'Text'), button, says];
}

/** @param {import('../../lib/images/types.ts').DecodedImage} decoded */
async function readingOf(decoded) {
  const read = await tryText(decoded);
  if ('failed' in read) return `No text image: ${read.failed}.`;
  const said = read.lines.map(({ text, certainty }) => `“${text}” (${Math.round(100 * certainty)} % sure)`).join(', ');
  return (
    `${said}. This is one of three readers. The command replaces an image only if a second reader or the page agrees, ` +
    'and compares the rendered text with the image, which a browser tab cannot do.'
  );
}

/** @param {string} group @param {readonly string[]} names */
function fillChoices(group, names) {
  const holder = document.getElementById(group);
  for (const value of names) {
    const box = element('input', { type: 'checkbox', value });
    box.addEventListener('change', () => use({ ...state, [group]: checkedIn(group) }));
    holder?.append(element('label', {}, box, ` ${value}`));
  }
}

/** @param {string} group */
function checkedIn(group) {
  return [...document.querySelectorAll(`#${group} input:checked`)].map(
    (box) => /** @type {HTMLInputElement} */ (box).value,
  );
}

/** @param {string} text */
function say(text) {
  status.textContent = text;
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
