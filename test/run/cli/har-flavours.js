/** One visit to a small page as different programs record it: a page, a style sheet, an image. */

const home = 'https://harbour.test/';
const html =
  `<!doctype html><title>Harbour</title><link rel=stylesheet href=site.css><p>${'Tides '.repeat(200)}<img ` +
  `src=boat.gif alt=boat>`;
const css = `body { color: navy } /* ${'waves '.repeat(80)} */`;
const gif = 'R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=';
const files = [
  { url: home, mime: 'text/html; charset=utf-8', text: html, sent: 240 },
  { url: `${home}site.css`, mime: 'text/css', text: css, sent: 90 },
  { url: `${home}boat.gif`, mime: 'image/gif', text: gif, base64: true, sent: 43 },
];

/** @param {(file: (typeof files)[number], index: number) => object} write @param {object} [log] */
const makeLog = (write, log) => ({ log: { version: '1.2', creator: {}, ...log, entries: files.map(write) } });

/** @param {(typeof files)[number]} file */
const contentOf = ({ mime, text, base64 }) => ({
  mimeType: mime,
  size: base64 ? 43 : text.length,
  text,
  ...(base64 ? { encoding: 'base64' } : {}),
});

/**
 * HAR files by the program that wrote them. Those that end in `, without content` contain sizes only.
 * @type {Readonly<Record<string, object>>}
 */
export const flavours = Object.freeze({
  'Chromium over HTTP/2': makeLog(
    (file, index) => ({
      _initiator: index === 0 ? { type: 'other' } : { type: 'parser', url: home, lineNumber: 1 },
      _resourceType: index === 0 ? 'document' : 'other',
      pageref: 'page_1',
      startedDateTime: `2026-01-01T00:00:00.${100 + index}Z`,
      request: { method: 'GET', url: file.url, httpVersion: 'http/2.0', headers: [], headersSize: -1, bodySize: 0 },
      response: {
        status: 200,
        headers: [{ name: 'content-encoding', value: 'gzip' }],
        headersSize: -1,
        bodySize: -1,
        _transferSize: file.sent + 60,
        content: contentOf(file),
      },
    }),
    { pages: [{ id: 'page_1', title: home }] },
  ),
  Firefox: makeLog(
    (file) => ({
      pageref: 'page_1',
      startedDateTime: '2026-01-01T00:00:00.000+01:00',
      request: { bodySize: 0, method: 'GET', url: file.url, headers: [{ name: 'Host', value: 'x' }], headersSize: 310 },
      response: { status: 200, headers: [], content: contentOf(file), bodySize: file.sent, headersSize: 220 },
      cache: {},
    }),
    { pages: [{ id: 'page_1', title: 'Harbour' }], browser: { name: 'Firefox' } },
  ),
  Safari: makeLog((file) => ({
    startedDateTime: '2026-01-01T00:00:00.000Z',
    request: { method: 'GET', url: file.url, headers: [], headersSize: -1, bodySize: -1 },
    response: {
      status: 200,
      headers: [],
      headersSize: -1,
      bodySize: -1,
      content: { ...contentOf(file), mimeType: '', compression: 0 },
    },
  })),
  'WebPageTest, without content': makeLog(
    (file, index) => ({
      pageref: 'page_1_0_1',
      startedDateTime: '2026-01-01T00:00:00.000+00:00',
      request: { method: 'GET', url: file.url, headersSize: -1, bodySize: -1, headers: [], cookies: [] },
      response: {
        status: 200,
        headersSize: 180,
        bodySize: file.sent,
        headers: [],
        content: { size: file.text.length, mimeType: file.mime },
      },
      _initiator: index === 0 ? '' : home,
      _bytesIn: file.sent + 180,
    }),
    { pages: [{ id: 'page_1_0_1', title: 'Run 1, First View' }] },
  ),
  'a proxy that knows no sizes, without content': makeLog((file) => ({
    request: { url: file.url },
    response: { status: 200, content: { mimeType: file.mime } },
  })),
});
