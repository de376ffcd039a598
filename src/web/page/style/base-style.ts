/** Elements, text, the frame of every page and its navigation. */
export const BASE_STYLE = `
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0;
  min-height: 100vh;
  display: flex;
  flex-direction: column;
  background: var(--ground);
  color: var(--ink);
  font: var(--size-m)/1.55 var(--sans);
}
a { color: var(--brand); text-underline-offset: .15em; }
h1, h2, h3 { line-height: 1.25; letter-spacing: -.012em; overflow-wrap: anywhere; }
h1 { font-size: var(--size-xl); margin: 0 0 var(--space-3); }
h2 { font-size: var(--size-l); margin: var(--space-5) 0 var(--space-2); }
h2:first-child, h3:first-child { margin-top: 0; }
h3 { font-size: var(--size-m); margin: var(--space-4) 0 var(--space-1); }
p { margin: 0 0 var(--space-4); max-width: var(--measure); }
p:last-child { margin-bottom: 0; }
code { font-family: var(--mono); font-size: .92em; overflow-wrap: anywhere; }
time { white-space: nowrap; }
/* Expressions, names and addresses are read from left to right in every language. */
[dir=rtl] :is(code, pre) { direction: ltr; unicode-bidi: isolate; }
[dir=rtl] :is(code.secret, pre) { text-align: left; }
[dir=rtl] input:is([type=url], [type=email]) { direction: ltr; text-align: right; }
[dir=rtl] [dir=auto] { text-align: -webkit-match-parent; text-align: match-parent; }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; border-radius: .25rem; }
.skip { position: absolute; inset-inline-start: -100vw; }
.skip:focus { inset-inline-start: var(--space-4); top: var(--space-4); background: var(--sheet); padding: var(--space-2) var(--space-4); z-index: 1; }
.soft, .hint { color: var(--soft); }
.hint { font-size: var(--size-s); margin: var(--space-1) 0 0; }
.hint:empty { display: none; }
.visually-hidden {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}

header { border-bottom: 1px solid var(--line); background: var(--sheet); }
header nav {
  max-width: var(--page);
  margin: 0 auto;
  padding: var(--space-2) var(--space-4);
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 var(--space-5);
}
header nav a { padding: var(--space-2) 0; text-decoration: none; color: var(--soft); }
header nav a:hover { color: var(--ink); }
header nav a[aria-current] { color: var(--ink); font-weight: 600; }
header nav .brand { font-weight: 700; letter-spacing: -.01em; color: var(--ink); }
.brand::before {
  content: "";
  display: inline-block;
  width: .8em;
  height: .8em;
  margin-inline-end: .45em;
  border-radius: 50% 50% 50% 10%;
  background: var(--brand);
}
header nav > a:last-child:not(.brand), .menu { margin-inline-start: auto; }
.menu { position: relative; }
.menu > summary { padding: var(--space-2) 0; color: var(--soft); max-width: 12rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.menu[open] > summary { margin: 0; color: var(--ink); }
.menu > .sheet {
  position: absolute; inset-inline-end: 0; z-index: 3; width: max-content; max-width: calc(100vw - 2rem); margin: 0;
  padding: var(--space-3) var(--space-4); display: grid; gap: var(--space-3); box-shadow: 0 .5rem 1.5rem rgb(0 0 0 / .15);
}
footer { width: 100%; max-width: var(--page); margin: 0 auto; padding: 0 var(--space-4) var(--space-4); }
form.language { display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-2); font-size: var(--size-s); color: var(--soft); }
footer form.language { justify-content: flex-end; }
form.language :is(label, select, button) { margin: 0; width: auto; font-size: inherit; font-weight: 400; }

.head { background: var(--sheet); border-bottom: 1px solid var(--line); }
.head > div { max-width: var(--page); margin: 0 auto; padding: var(--space-4) var(--space-4) 0; }
.head h1 { margin: 0; }
.head > div > :last-child { margin-bottom: var(--space-4); }
.head > div > .tabs:last-child { margin-bottom: 0; }
.head .title { display: flex; flex-wrap: wrap; gap: var(--space-1) var(--space-3); align-items: center; }
.trail { color: var(--soft); font-size: var(--size-s); margin-bottom: var(--space-1); overflow-wrap: anywhere; }
.trail span::after { content: " / "; white-space: pre; }
.tabs { margin-top: var(--space-3); overflow-x: auto; scrollbar-width: none; }
.tabs ul { display: flex; gap: var(--space-5); list-style: none; margin: 0; padding: 0; }
.tabs a {
  display: block;
  padding: var(--space-2) 0;
  border-bottom: 3px solid transparent;
  color: var(--soft);
  text-decoration: none;
  white-space: nowrap;
}
.tabs a:hover { color: var(--ink); border-color: var(--line); }
.tabs a[aria-current] { color: var(--ink); font-weight: 600; border-color: var(--brand); }
.tabs a:focus-visible { outline-offset: -3px; }

@media (min-width: 40.01rem) {
  .head:has(.tabs) > div { display: flex; flex-wrap: wrap; align-items: baseline; padding-top: var(--space-2); }
  .head:has(.tabs) .trail { margin: 0; font-size: var(--size-m); }
  .head:has(.tabs) .title { flex: 1; min-width: 20rem; }
  .head .tabs { flex: 1 1 100%; margin-top: var(--space-1); }
}

main { flex: 1; }
.content { width: 100%; max-width: var(--page); margin: 0 auto; padding: var(--space-5) var(--space-4) 3rem; }
.content.narrow { max-width: var(--page-narrow); padding-top: var(--space-6); }
.content.wide { max-width: var(--page-wide); }
.sheet {
  background: var(--sheet);
  border: 1px solid var(--line);
  border-radius: var(--radius-large);
  padding: var(--space-5);
  margin: 0 0 var(--space-4);
}
@media (max-width: 40rem) {
  header nav { gap: 0 var(--space-3); padding-block: var(--space-1); }
  header nav .brand { flex: 1 0 40%; order: -2; }
  header nav > a:last-child:not(.brand), .menu { order: -1; }
  header nav:has(> a:nth-of-type(3))::before { content: ""; flex-basis: 100%; order: 0; }
  header nav > a { order: 1; }
  .content, .content.narrow { padding-top: var(--space-4); }
  .sheet { padding: var(--space-4); }
}
@media (max-width: 24rem) {
  header nav { column-gap: var(--space-2); }
  header nav > a:not(.brand) { font-size: var(--size-s); }
}
@media print {
  header, footer, .skip, .tabs, .trail { display: none; }
}
`;
