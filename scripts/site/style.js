/** The style of the documentation, with the colours of the HTML report. */
export const STYLE = `:root {
  color-scheme: light dark;
  --paper: light-dark(#faf9f6, #15181b);
  --panel: light-dark(#ffffff, #1c2024);
  --ink: light-dark(#1d2226, #e6e8ea);
  --soft: light-dark(#59626a, #a2abb3);
  --line: light-dark(#e2dfd7, #31373d);
  --accent: light-dark(#17684c, #6fc9a3);
}
* { box-sizing: border-box; }
body {
  margin: 0 auto;
  max-width: 74rem;
  padding: 0 1.25rem;
  display: grid;
  grid-template-columns: 12rem minmax(0, 1fr);
  gap: 0 3rem;
  background: var(--paper);
  color: var(--ink);
  font: 16px/1.6 system-ui, -apple-system, "Segoe UI", sans-serif;
}
nav { padding: 2.5rem 0; }
nav > ul { position: sticky; top: 2.5rem; list-style: none; margin: 0; padding: 0; }
nav form { margin-bottom: 1rem; font-size: .9rem; color: var(--soft); }
nav input { width: 100%; font: inherit; padding: .3rem .5rem; color: var(--ink); background: var(--panel);
  border: 1px solid var(--soft); border-radius: 6px; }
#found { list-style: none; margin: .4rem 0; padding: 0; }
#found:empty { display: none; }
#found a { padding: .25rem 0; line-height: 1.3; }
nav a { display: block; padding: .3rem 0; color: var(--soft); text-decoration: none; }
nav a:hover, nav [aria-current] { color: var(--accent); font-weight: 600; }
nav a { min-height: 1.5rem; }
main { padding: 2rem 0 5rem; }
a { color: var(--accent); }
h1 { font-size: clamp(1.8rem, 5vw, 2.4rem); line-height: 1.15; letter-spacing: -.02em; }
h2 { margin-top: 2.4rem; border-top: 1px solid var(--line); padding-top: 1.6rem; }
img { max-width: 100%; height: auto; }
code { font: .875em ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: 1rem; overflow-x: auto; }
pre code { overflow-wrap: normal; }
.own { background: var(--panel); border-left: 4px solid var(--accent); border-radius: 6px; padding: .8rem 1rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .9rem .45rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--soft); }
.right { text-align: right; white-space: nowrap; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: .5rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 48rem) {
  body { display: block; }
  nav { padding: .8rem 0; border-bottom: 1px solid var(--line); }
  nav > ul { position: static; display: flex; gap: 1.1rem; overflow-x: auto; white-space: nowrap; }
}
@media print { nav { display: none; } body { display: block; } }
`;
