const PIXEL = 'R0lGODlhAQABAIAAAP8AAAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';

/**
 * Pages that try to exhaust resources. Each must be rendered in bounded time.
 * @type {Readonly<Record<string, string>>}
 */
export const HOSTILE = {
  'endless script': '<h1>Endless</h1><script>for (;;) {}</script><p>after</p>',
  'endless timer': '<h1>Timer</h1><script>setTimeout(function f() { for (;;) {} }, 100)</script>',
  'endless promises': '<h1>Promises</h1><script>(function f() { Promise.resolve().then(f) })()</script>',
  'busy clock': '<h1>Clock</h1><script>var t = Date.now(); while (Date.now() < t + 5000) {}</script><p>after',
  alert: '<h1>Alert</h1><script>alert("one"); confirm("two"); prompt("three")</script>',
  'endless alert': '<h1>Alerts</h1><script>for (;;) alert("again")</script>',
  'redirect by script': '<h1>Going</h1><script>location.href = "other.html"</script>',
  'redirect by meta': '<meta http-equiv="refresh" content="0;url=other.html"><h1>Going</h1>',
  'redirect before anything':
    '<html><head><script>location.href = "other.html"</script><meta http-equiv="refresh" content="0; ' +
    'url=other.html"></head><body>Redirecting',
  'redirect to itself': '<h1>Again</h1><script>setTimeout(function () { location.reload() }, 1)</script>',
  'form that sends itself':
    '<form action="other.html" method="post"></form><script>document.forms[0].submit()</script>',
  'new windows': '<h1>Windows</h1><script>for (var i = 0; i < 20; i++) window.open("other.html")</script>',
  'leave question': '<script>onbeforeunload = function () { return "stay" }</script><h1>Stay</h1>',
  '30,000 px high': '<div style="height: 30000px; background: linear-gradient(red, blue)">high</div>',
  '3,000,000 px high': '<div style="height: 3000000px; background: linear-gradient(red, blue)">high</div>',
  'higher than its window': '<div style="height: 300vh; background: linear-gradient(red, blue)">high</div><p>below',
  'endless scrolling':
    '<div id="d">a</div><script>new IntersectionObserver(function () { for (var i = 0; i < 50; i++) ' +
    'd.after(Object.assign(document.createElement("p"), { textContent: "more" })) }).observe(d); onscroll = ' +
    'onresize = function () { document.body.append("more") }</script>',
  download: '<a id="a" href="file.zip" download>get</a><script>a.click()</script><iframe src="file.zip"></iframe>',
  'service worker':
    '<h1>Worker</h1><script>navigator.serviceWorker.register("sw.js").catch(function () {}); new ' +
    'Worker("w.js")</script>',
  '5,000 images': Array.from({ length: 5000 }, (_, i) => `<img src="i/${i}.gif" width="8" height="8">`).join(''),
  'frames in frames': '<iframe src="index.html"></iframe>'.repeat(50),
  'deep nesting': `${'<div>'.repeat(3000)}deep`,
  'web socket': '<h1>Socket</h1><script>new WebSocket("wss://example.com/"); new EventSource("events")</script>',
  'clobbered document':
    '<form name="documentElement"></form><img name="querySelectorAll"><img name="body">' +
    '<script>Array.prototype.map = null; Promise = null; Object.prototype.x = 1</script><h1>Odd',
  'print dialog': '<script>print()</script><h1>Print',
  'animation for ever':
    '<style>@keyframes a { to { transform: rotate(1turn) } } h1 { animation: a 1s infinite }</style>' +
    '<h1>Turning</h1><script>(function f() { requestAnimationFrame(f) })()</script>',
  empty: '',
};

/** @param {string} html */
export const toHostileLookup = (html) => (/** @type {string} */ path) => {
  if (path === 'index.html') return { bytes: Buffer.from(html) };
  if (path.startsWith('i/')) return { bytes: Buffer.from(PIXEL, 'base64') };
  if (path.endsWith('.zip')) return { bytes: Buffer.from('PK'), contentType: 'application/zip' };
  if (path.endsWith('.js')) return { bytes: Buffer.from('setInterval(function () {}, 1)') };
  return null;
};
