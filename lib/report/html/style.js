import { CONTENT_KINDS } from '../../base/content-kinds.js';

/** The style sheet of the HTML report: two themes, and paper. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#faf9f6, #15181b);
  --panel: light-dark(#ffffff, #1c2024);
  --ink: light-dark(#1e2429, #e7e6e2);
  --soft: light-dark(#59626b, #a3acb5);
  --line: light-dark(#e5e2da, #30363c);
  --ghost: light-dark(#c3beb2, #59626b);
  --accent: light-dark(#0d6b62, #6fc9bc);
  --wash: light-dark(#e4f0ed, #1d3532);
  --bad: light-dark(#a5352b, #f0958b);
  --bad-wash: light-dark(#f9e8e5, #3b2422);
  --html: light-dark(#38659f, #86b3e6);
  --css: light-dark(#7f55a6, #c0a0e3);
  --script: light-dark(#8a5a0f, #dfae62);
  --image: light-dark(#1f7558, #74c7a5);
  --svg: light-dark(#55701a, #b3cc74);
  --font: light-dark(#a8455f, #e592a6);
  --media: light-dark(#1c6c80, #78c2d6);
  --other: light-dark(#626b74, #a8b0b8);
  --tile-ink: light-dark(#ffffff, #15181b);
}
:root[data-theme=light] { color-scheme: light; }
:root[data-theme=dark] { color-scheme: dark; }
* { box-sizing: border-box; }
html { scroll-padding-top: 4rem; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; font-variant-numeric: tabular-nums;
}
header, main, footer, nav ul { max-width: 68rem; margin: 0 auto; padding: 0 1.25rem; }
header { position: relative; padding-top: 2.75rem; padding-bottom: 1.5rem; }
h1, h2, h3, p { margin: 0; }
h1 {
  font-size: clamp(1.7rem, 5vw, 2.5rem); line-height: 1.15; font-weight: 650; letter-spacing: -.02em;
  overflow-wrap: anywhere; padding-right: 8.5rem;
}
h2 { font-size: 1.3rem; font-weight: 650; letter-spacing: -.01em; margin-bottom: .35rem; }
h3 { font-size: .8rem; font-weight: 600; color: var(--soft); }
.kicker { color: var(--accent); font-weight: 600; font-size: .85rem; }
.conditions, .note, caption, figcaption { color: var(--soft); font-size: .875rem; }
.conditions { margin-top: .4rem; }
.lead { color: var(--soft); max-width: 44rem; margin-bottom: 1rem; }
nav { position: sticky; top: 0; z-index: 2; background: var(--paper); border-bottom: 1px solid var(--line); }
nav ul { list-style: none; display: flex; gap: 1.35rem; overflow-x: auto; scrollbar-width: none; }
nav a {
  display: block; padding: .7rem 0; white-space: nowrap; color: var(--soft); text-decoration: none; font-size: .9rem;
}
nav a:hover { color: var(--accent); }
section { padding: 2.25rem 0; border-bottom: 1px solid var(--line); }
section > h3 { margin: 1.6rem 0 .5rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
button, select, input[type=search] {
  font: inherit; font-size: .9rem; color: var(--ink); background: var(--panel); border: 1px solid var(--line);
  border-radius: 6px; padding: .35rem .7rem; min-height: 2.25rem; max-width: 100%;
}
button { cursor: pointer; }
button:hover { border-color: var(--accent); }
#theme { position: absolute; top: 2.5rem; right: 1.25rem; }
.more { margin-top: .6rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(11.5rem, 1fr)); gap: 1rem; }
.card { background: var(--panel); border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.1rem 1.15rem; }
.big { font-size: 2rem; line-height: 1.25; font-weight: 650; letter-spacing: -.02em; }
.from {
  color: var(--soft); font-size: .875rem; display: flex; justify-content: space-between; align-items: center;
  gap: .5rem; flex-wrap: wrap;
}
.pill {
  border-radius: 99px; padding: .05rem .55rem; font-weight: 600; background: var(--line); color: var(--ink);
  white-space: nowrap;
}
.pill.good { background: var(--wash); color: var(--accent); }
.pill.bad { background: var(--bad-wash); color: var(--bad); }
.meter { height: 6px; border-radius: 3px; background: var(--ghost); margin-top: .75rem; overflow: hidden; }
.meter span { display: block; height: 100%; background: var(--accent); }
.kinds {
  display: grid; grid-template-columns: auto 1fr auto; gap: .4rem .8rem; align-items: center; font-size: .875rem;
}
.side { color: var(--soft); }
.sum { text-align: right; }
.stack { display: flex; height: 1.5rem; gap: 1px; }
.stack span { min-width: 1px; }
.stack span:first-child { border-radius: 4px 0 0 4px; }
.stack span:last-child { border-radius: 0 4px 4px 0; }
.legend {
  list-style: none; display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; padding: 0; margin: .6rem 0 0;
  font-size: .85rem; color: var(--soft);
}
.swatch { display: inline-block; width: .7rem; height: .7rem; border-radius: 2px; margin-right: .4rem; }
${CONTENT_KINDS.map((kind) => `.back-${kind} { background: var(--${kind}); }`).join('\n')}
${CONTENT_KINDS.map((kind) => `.fill-${kind} { --kind: var(--${kind}); }`).join('\n')}
.gate {
  margin-top: 1.5rem; padding: 1rem 1.25rem; border: 1px solid var(--line); border-left: 4px solid var(--accent);
  border-radius: 8px; background: var(--panel);
}
.gate h2 { margin: 0; font-size: 1.1rem; }
.gate.failed { border-left-color: var(--bad); }
.gate ul { margin: .5rem 0 0; padding-left: 1.2rem; }
.gate .over { color: var(--bad); }
tr.sum { font-weight: 600; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
caption { text-align: left; padding-bottom: .4rem; }
th, td {
  text-align: left; font-weight: 400; padding: .5rem .9rem .5rem 0; border-bottom: 1px solid var(--line);
  vertical-align: top;
}
thead th { font-weight: 600; color: var(--soft); font-size: .825rem; white-space: nowrap; }
.end { text-align: right; white-space: nowrap; }
tbody th { overflow-wrap: anywhere; min-width: 8rem; }
.sortable thead button {
  border: 0; background: none; padding: 0; min-height: 1.75rem; font-weight: 600; font-size: .825rem;
  color: var(--soft);
}
.sortable thead button::after { content: "\\2195"; opacity: .45; margin-left: .3rem; }
.sortable [aria-sort] button { color: var(--ink); }
.sortable [aria-sort=descending] button::after { content: "\\2193"; opacity: 1; }
.sortable [aria-sort=ascending] button::after { content: "\\2191"; opacity: 1; }
.what { min-width: 13rem; width: 55%; }
.place { font-weight: 550; overflow-wrap: anywhere; }
.what > span { display: block; }
.message { color: var(--soft); font-size: .85rem; overflow-wrap: anywhere; }
.tag { font-size: .8rem; color: var(--soft); }
.tag.applied { color: var(--accent); }
.tag.advised { color: var(--script); }
.bar {
  display: block; height: 5px; border-radius: 3px; margin: .3rem 0 .15rem auto; width: var(--share); min-width: 1px;
  background: var(--accent);
}
tbody th a { color: var(--accent); }
.steps td { width: 20%; }
td:has(> .bar) { min-width: 4.5rem; }
.bar.advised { background: var(--script); }
.bar.rejected, .bar.before { background: var(--ghost); }
.pairs th[scope=row] { width: 14rem; overflow-wrap: break-word; }
.pairs td { width: 30%; }
.pairs td:last-child { width: 5rem; }
.pairs .bar { margin-left: 0; height: 7px; }
.pairs td.end:not(:last-child) { text-align: left; }
.controls { display: flex; flex-wrap: wrap; gap: .8rem 1rem; margin: .5rem 0 1.1rem; }
.controls label { font-size: .825rem; color: var(--soft); display: grid; gap: .2rem; min-width: 0; }
.controls .grow { flex: 1 1 14rem; }
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1.5rem 2.5rem; }
figure { margin: 1.25rem 0 0; }
svg {
  display: block; max-width: 100%; height: auto; font: 11.5px system-ui, -apple-system, "Segoe UI", sans-serif;
  fill: var(--ink);
}
svg .tick line { stroke: var(--line); }
svg .tick text { fill: var(--soft); }
svg .queue { stroke: var(--ghost); }
svg .wait { fill: var(--kind); opacity: .35; }
svg .load { fill: var(--kind); }
svg .hit { fill: transparent; }
svg .row:hover .hit { fill: var(--wash); }
svg .tile { outline: none; }
svg .tile rect { fill: var(--kind); }
svg .tile text { fill: var(--tile-ink); pointer-events: none; }
svg .tile .size { opacity: .9; }
svg .tile:hover rect { opacity: .88; }
svg .tile:focus-visible rect { stroke: var(--ink); stroke-width: 3; }
.said { min-height: 1.6em; font-size: .9rem; color: var(--soft); overflow-wrap: anywhere; }
details { margin-top: .6rem; }
summary { cursor: pointer; font-size: .875rem; color: var(--soft); width: fit-content; }
#images-list {
  list-style: none; padding: 0; margin: 0; display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 16rem), 1fr)); gap: 1.25rem; align-items: start;
}
#images-list li {
  background: var(--panel); border: 1px solid var(--line); border-radius: 10px; padding: .9rem 1rem; min-width: 0;
}
#images-list figure { margin: 0; }
.frame {
  --edge: 50%; position: relative; width: fit-content; max-width: 100%; margin: .7rem auto;
  background: repeating-conic-gradient(light-dark(#ece9e1, #2a2f34) 0 25%, light-dark(#fff, #1f2327) 0 50%);
  background-size: 16px 16px;
}
.frame img { display: block; max-width: 100%; height: auto; min-width: 1px; }
.frame.small img { width: 7rem; image-rendering: pixelated; }
.frame .over {
  position: absolute; inset: 0; width: 100%; height: 100%; clip-path: inset(0 calc(100% - var(--edge)) 0 0);
}
.frame .difference { position: absolute; inset: 0; width: 100%; height: 100%; background: #000; }
.frame .difference[hidden] { display: none; }
.frame::after {
  content: ""; position: absolute; top: -4px; bottom: -4px; left: var(--edge); border-left: 2px solid var(--accent);
}
.ends {
  display: grid; grid-template-columns: auto 1fr auto; gap: .6rem; align-items: center; font-size: .8rem;
  color: var(--soft);
}
input[type=range] { width: 100%; min-width: 0; accent-color: var(--accent); }
.warnings { padding-left: 1.1rem; margin: .5rem 0; font-size: .9rem; }
.warnings li { margin: .3rem 0; overflow-wrap: anywhere; }
footer { padding-top: 1.5rem; padding-bottom: 3rem; color: var(--soft); font-size: .85rem; }
@media (max-width: 40rem) {
  .wide { display: none; }
  .cards { grid-template-columns: 1fr 1fr; gap: .7rem; }
  .card { padding: .8rem .85rem .9rem; }
  .big { font-size: 1.45rem; }
  h1 { padding-right: 0; }
  #theme { position: static; margin-top: .8rem; }
  .what { min-width: 9rem; }
  th, td { padding-right: .7rem; }
  th:last-child, td:last-child { padding-right: 0; }
  .pairs th[scope=row] { width: 7.5rem; min-width: 0; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@page { margin: 14mm; }
@media print {
  .sortable thead { display: table-row-group; }
  .sortable thead button::after { content: none !important; }
  :root, :root[data-theme] { color-scheme: light; --paper: #fff; }
  nav, #theme, .more, .controls, .ends, details:not([open]) { display: none; }
  body { font-size: 10.5pt; }
  header, main, footer { max-width: none; padding-left: 0; padding-right: 0; }
  section { padding: 1rem 0; }
  .card, figure, tr, #images-list li { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  .scroll { overflow: visible; }
  ${CONTENT_KINDS.map((kind) => `.back-${kind}`).join(', ')}, .bar, .meter, .meter span, .swatch {
    print-color-adjust: exact; -webkit-print-color-adjust: exact;
  }
}
`;
