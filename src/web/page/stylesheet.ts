/** Stylesheet of all pages: no external fonts or images; follows the light or dark mode of the device. */
export const STYLESHEET = `
:root {
  color-scheme: light dark;
  --ground: #f4f6f5;
  --sheet: #ffffff;
  --ink: #1b2622;
  --soft: #58665f;
  --line: #d6deda;
  --brand: #14694c;
  --brand-ink: #ffffff;
  --danger: #a3231d;
  --notice: #e4f2ec;
  --alarm: #fbe9e7;
  --text: #7a4a06;
  --number: #23518f;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #101614;
    --sheet: #18211e;
    --ink: #e7eeea;
    --soft: #9fb0a8;
    --line: #2e3b36;
    --brand: #5fc79d;
    --brand-ink: #08130e;
    --danger: #ff9a90;
    --notice: #17322a;
    --alarm: #3a1c1a;
    --text: #e3b980;
    --number: #9cc2f5;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  display: flex;
  flex-direction: column;
  background: var(--ground);
  color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
a { color: var(--brand); text-underline-offset: .15em; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; background: var(--sheet); padding: .5rem 1rem; }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; border-radius: .25rem; }
header { border-bottom: 1px solid var(--line); background: var(--sheet); }
header nav {
  max-width: 60rem;
  margin: 0 auto;
  padding: .6rem 1rem;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: .25rem 1.1rem;
}
.brand { font-weight: 700; letter-spacing: -.01em; color: inherit; text-decoration: none; margin-right: auto; }
.brand::before {
  content: "";
  display: inline-block;
  width: .8em;
  height: .8em;
  margin-right: .45em;
  border-radius: 50% 50% 50% 10%;
  background: var(--brand);
}
nav a { padding: .35rem 0; text-decoration: none; }
nav a[aria-current] { text-decoration: underline; text-decoration-thickness: 2px; }
nav form { display: flex; }
main { width: 100%; max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 3rem; flex: 1; }
main.narrow { max-width: 29rem; }
main.wide { max-width: 96rem; }
.sheet {
  background: var(--sheet);
  border: 1px solid var(--line);
  border-radius: .75rem;
  padding: 1.5rem;
  margin: 0 0 1.25rem;
}
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .75rem; letter-spacing: -.015em; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 1.75rem 0 .5rem; }
h2:first-child { margin-top: 0; }
p { margin: 0 0 1rem; }
p:last-child { margin-bottom: 0; }
.soft, .hint { color: var(--soft); }
.hint { font-size: .9rem; margin: .3rem 0 0; }
.secret + .hint, .buttons + .hint { margin-top: .8rem; }
.hint:empty { display: none; }
label { display: block; font-weight: 600; margin: 1rem 0 .3rem; }
fieldset { border: 0; padding: 0; margin: 1rem 0 0; }
legend { font-weight: 600; padding: 0; margin-bottom: .3rem; }
label.choice { display: flex; gap: .6rem; align-items: flex-start; font-weight: 400; margin: .4rem 0; }
label.choice input { margin-top: .35rem; flex: none; }
input[type=text], input[type=password], textarea, select {
  width: 100%;
  font: inherit;
  color: inherit;
  background: var(--ground);
  border: 1px solid var(--soft);
  border-radius: .4rem;
  padding: .6rem .7rem;
}
input[aria-invalid=true], textarea[aria-invalid=true] { border-color: var(--danger); }
.wrong { color: var(--danger); font-size: .9rem; margin: .3rem 0 0; }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
.buttons form { display: contents; }
button, .button {
  font: inherit;
  font-weight: 600;
  cursor: pointer;
  text-decoration: none;
  min-height: 2.75rem;
  padding: .5rem 1.1rem;
  border-radius: .45rem;
  border: 1px solid var(--brand);
  background: var(--brand);
  color: var(--brand-ink);
}
button:hover, .button:hover { filter: brightness(1.08); }
button.quiet, .button.quiet { background: transparent; color: var(--brand); }
button.danger { background: transparent; border-color: var(--danger); color: var(--danger); }
.confirm { margin-top: 1.5rem; }
.confirm summary { cursor: pointer; color: var(--danger); font-weight: 600; }
button.link { min-height: 0; padding: .35rem 0; border: 0; background: none; color: var(--brand); font-weight: 400; }
.secret {
  display: block;
  font: 1rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  background: var(--ground);
  border: 1px solid var(--line);
  border-radius: .4rem;
  padding: .7rem .8rem;
  overflow-wrap: anywhere;
  user-select: all;
}
pre.source {
  font: .85rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  background: var(--ground);
  border: 1px solid var(--line);
  border-radius: .4rem;
  padding: .7rem .8rem;
  margin: 0;
  max-height: 70vh;
  overflow: auto;
}
pre.json { white-space: pre-wrap; overflow-wrap: anywhere; max-height: none; margin-top: 1rem; }
pre.json b { font-weight: 600; }
pre.json i { font-style: normal; color: var(--text); }
pre.json u { text-decoration: none; color: var(--number); }
.trail { color: var(--soft); margin-bottom: .4rem; }
.trail span::after { content: " / "; white-space: pre; }
.buttons + .answer { margin-top: 1.25rem; }
output.source { display: block; white-space: pre-wrap; overflow-wrap: anywhere; margin-top: 1rem; }
code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: .92em; overflow-wrap: anywhere; }
.notice, .alarm { border-radius: .5rem; padding: .75rem 1rem; margin: 0 0 1.25rem; }
.notice { background: var(--notice); }
.alarm { background: var(--alarm); }
ul.plain { list-style: none; margin: 0; padding: 0; }
ul.plain > li {
  display: flex;
  flex-wrap: wrap;
  gap: .5rem 1rem;
  align-items: center;
  justify-content: space-between;
  padding: .85rem 0;
  border-top: 1px solid var(--line);
}
ul.plain > li:first-child { border-top: 0; }
ul.ticks { margin: 0 0 1rem; padding-left: 1.2rem; }
ul.ticks li { margin: .35rem 0; }
dl { margin: 0; display: grid; grid-template-columns: minmax(8rem, auto) 1fr; gap: .4rem 1rem; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
[hidden] { display: none !important; }
@media (max-width: 34rem) {
  .brand { flex-basis: 100%; }
  main { padding-top: 1rem; }
  .sheet { padding: 1.1rem; }
  .buttons > *, .buttons form > button { flex: 1 1 100%; text-align: center; }
  dl { grid-template-columns: 1fr; gap: .1rem; }
  dd { margin-bottom: .6rem; }
}
`;
