/** Forms, buttons, notices, lists and tables of records. */
export const COMPONENT_STYLE = `
label { display: block; font-weight: 600; margin: var(--space-4) 0 var(--space-1); }
input[type=hidden]:first-child + label { margin-top: 0; }
fieldset { border: 0; padding: 0; margin: var(--space-4) 0 0; min-width: 0; }
legend { font-weight: 600; padding: 0; margin-bottom: var(--space-1); }
label.choice { display: flex; gap: var(--space-2); align-items: flex-start; font-weight: 400; margin: var(--space-2) 0; }
label.choice input { margin-top: .35rem; flex: none; accent-color: var(--brand); }
input:not([type=radio], [type=checkbox], [type=hidden]), textarea, select {
  width: 100%;
  max-width: var(--measure);
  min-height: 2.75rem;
  font: inherit;
  color: inherit;
  background: var(--sheet);
  border: 1px solid var(--edge);
  border-radius: var(--radius);
  padding: var(--space-2) var(--space-3);
}
input[type=file] { padding: var(--space-2); }
input[aria-invalid=true], textarea[aria-invalid=true], select[aria-invalid=true] { border-color: var(--danger); }
.wrong { color: var(--danger); font-size: var(--size-s); margin: var(--space-1) 0 0; }

.buttons { display: flex; flex-wrap: wrap; gap: var(--space-3); margin-top: var(--space-5); align-items: center; }
.buttons form { display: contents; }
.buttons:first-child { margin-top: 0; }
.content > .buttons { margin: 0 0 var(--space-4); }
button, .button {
  display: inline-block;
  font: inherit;
  font-weight: 600;
  cursor: pointer;
  text-align: center;
  text-decoration: none;
  min-height: 2.75rem;
  padding: .55rem var(--space-4);
  border-radius: var(--radius);
  border: 1px solid var(--brand);
  background: var(--brand);
  color: var(--brand-ink);
}
button:hover, .button:hover { filter: brightness(1.08); }
button:disabled { cursor: default; filter: none; opacity: .55; }
button.quiet, .button.quiet { background: transparent; color: var(--brand); border-color: var(--edge); }
button.danger { background: transparent; border-color: var(--danger); color: var(--danger); }
button.link { min-height: 0; padding: var(--space-2) 0; border: 0; background: none; color: var(--brand); font-weight: 400; }
.confirm { margin-top: var(--space-5); }
.confirm summary { overflow-wrap: break-word; cursor: pointer; color: var(--danger); font-weight: 600; }
.buttons > .confirm, ul.plain .confirm { margin: 0; }
.buttons > .confirm[open], ul.plain .confirm[open] { flex: 1 1 100%; min-width: 14rem; }
.buttons > .confirm summary, ul.plain .confirm summary { padding: var(--space-2) 0; }
.buttons > .confirm form, .buttons > .confirm form > button { display: inline-block; }
.more { margin-top: var(--space-4); }
.more summary { color: var(--brand); font-weight: 600; }
.buttons + ul { margin-top: var(--space-4); }
details > summary { cursor: pointer; }
details[open] > summary { margin-bottom: var(--space-3); }

.notice, .alarm, .caution { border-radius: var(--radius); padding: var(--space-3) var(--space-4); margin: 0 0 var(--space-4); max-width: none; }
.notice { background: var(--notice); }
.alarm { background: var(--alarm); }
.caution { background: var(--warning-soft); }
.lines { white-space: pre-line; overflow-wrap: anywhere; }
.badge {
  display: inline-block;
  font-size: var(--size-s);
  line-height: 1.4;
  padding: .1rem .6rem;
  border-radius: 1rem;
  background: var(--sunken);
  color: var(--soft);
  white-space: nowrap;
}
.badge.good { background: var(--brand-soft); color: var(--brand); }
.badge.caution { background: var(--warning-soft); color: var(--warning); margin: 0; }
.badge.bad { background: var(--alarm); color: var(--danger); }
.empty { text-align: center; padding: var(--space-6) var(--space-5); }
.empty p { margin-inline: auto; }
.empty .buttons { justify-content: center; }

.columns { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 var(--space-4); align-items: start; }
.figures { display: flex; flex-wrap: wrap; gap: var(--space-4) var(--space-6); margin: 0; }
.figures > div { min-width: 0; }
.figures dt { font-size: var(--size-s); }
.figures dd { font-size: var(--size-figure); line-height: 1.2; letter-spacing: -.02em; margin: 0; }
.figures dd.words { font-size: var(--size-l); letter-spacing: 0; padding-top: .4rem; }
dd time { white-space: normal; }
dl { margin: 0; display: grid; grid-template-columns: minmax(8rem, auto) minmax(0, 1fr); gap: var(--space-2) var(--space-4); }
dl + p, dl + form, .hint + form { margin-top: var(--space-4); }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }

.drop { border: 1px dashed var(--edge); border-radius: var(--radius); padding: 0 var(--space-4) var(--space-4); }
.drop.over { border-color: var(--brand); background: var(--brand-soft); }
progress { width: 100%; max-width: var(--measure); accent-color: var(--brand); }
.qr-code { display: block; width: 100%; max-width: 15rem; height: auto; border: 1px solid var(--line); border-radius: var(--radius); margin: 0 0 var(--space-4); }
.search { display: flex; flex-wrap: wrap; gap: var(--space-3); align-items: end; margin-bottom: var(--space-4); }
.search > div { min-width: 9rem; }
.search > div:first-of-type { flex: 1 1 16rem; }
.search > div:first-of-type:has(select) { max-width: 30rem; }
.search select { max-width: none; }
.search > a { padding-block: .625rem; }
.search label { margin: 0 0 var(--space-1); font-size: var(--size-s); color: var(--soft); font-weight: 400; }
.search input:not([type=checkbox], [type=radio], [type=hidden]) { max-width: none; }
.heading { display: flex; flex-wrap: wrap; gap: var(--space-3); align-items: center; justify-content: space-between; margin-bottom: var(--space-4); }
.heading h1, .heading h2 { margin: 0; }
.pager { display: flex; gap: var(--space-4); align-items: center; justify-content: space-between; margin: var(--space-4) 0; }

.records { position: relative; padding: 0; overflow-x: auto; }
html:not([lang=en]) .records td time { white-space: normal; }
.records table { font-size: var(--size-m); }
.records th, .records td { text-align: start; padding: var(--space-3) var(--space-4); border-top: 1px solid var(--line); }
.records thead th { border-top: 0; font-size: var(--size-s); white-space: nowrap; }
.records tbody th { font-weight: 400; min-width: 12rem; }
.records tbody tr:hover { background: var(--sunken); }
.records.dense th, .records.dense td { padding-block: var(--space-2); font-size: var(--size-s); }
.records .figure { text-align: end; }
.records .outline { border-inline-start: 2px solid transparent; }
.records .outline .hint { margin: var(--space-1) 0 0; overflow-wrap: anywhere; }
.records .outline ul { margin: var(--space-1) 0 0; padding-inline-start: var(--space-5); }
.records .depth-1 { margin-inline-start: 0rem; padding-inline-start: 1.1rem; border-color: var(--line); }
.records .depth-2 { margin-inline-start: 1.25rem; padding-inline-start: 1.1rem; border-color: var(--line); }
.records .depth-3 { margin-inline-start: 2.5rem; padding-inline-start: 1.1rem; border-color: var(--line); }
.records .depth-4 { margin-inline-start: 3.75rem; padding-inline-start: 1.1rem; border-color: var(--line); }
.records .depth-5 { margin-inline-start: 5rem; padding-inline-start: 1.1rem; border-color: var(--line); }
.records .depth-6 { margin-inline-start: 6.25rem; padding-inline-start: 1.1rem; border-color: var(--line); }
.records a.name { font-weight: 600; text-decoration: none; overflow-wrap: anywhere; }
.records a.name:hover { text-decoration: underline; }
.records .buttons, ul.plain .buttons { margin: 0; gap: var(--space-2); }
.records summary, .records .buttons button { white-space: nowrap; }
.records .confirm form > button { white-space: normal; overflow-wrap: anywhere; }
.records td.whole > .soft { overflow-wrap: anywhere; }
ul.plain .hint { margin: 0; }
.records .buttons button, .records .buttons .button, ul.plain .buttons button { min-height: 2.25rem; padding: var(--space-1) var(--space-3); }

ul.plain { list-style: none; margin: 0; padding: 0; }
ul.plain > li {
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-2) var(--space-4);
  align-items: center;
  justify-content: space-between;
  padding: var(--space-3) 0;
  border-top: 1px solid var(--line);
}
ul.plain > li:first-child { border-top: 0; }
ul.details { list-style: none; margin: 0; padding: 0; color: var(--soft); overflow-wrap: anywhere; }
form:has([name=role]:checked):not(:has([name=role][value=custom]:checked)) .ticked-permissions { display: none; }
form.inline { display: flex; flex-wrap: wrap; gap: var(--space-2) var(--space-3); align-items: end; margin-bottom: var(--space-4); }
form.inline :is(label, select) { margin: 0; }
ul.ticks { margin: 0 0 var(--space-4); padding-inline-start: 1.2rem; }
.records ul.ticks { margin: 0; }
.buttons ~ ul.ticks { margin-top: var(--space-4); }
ul.ticks li { margin: var(--space-1) 0; }

.secret, pre.source {
  font-family: var(--mono);
  background: var(--sunken);
  border: 1px solid var(--line);
  border-radius: var(--radius);
  padding: var(--space-3);
}
.secret { display: block; overflow-wrap: anywhere; user-select: all; max-width: var(--measure); }
pre.secret { margin: 0; }
.secret + .hint, .buttons + .hint { margin-top: var(--space-3); }
pre.source { font-size: var(--size-s); line-height: 1.5; margin: 0; max-height: 70vh; overflow: auto; }
pre.json { white-space: pre-wrap; overflow-wrap: anywhere; max-height: none; margin-top: var(--space-4); }
pre.json b { font-weight: 600; }
pre.json i { font-style: normal; color: var(--text); }
pre.json u { text-decoration: none; color: var(--number); }
.buttons + .answer { margin-top: var(--space-5); }
output.source { display: block; white-space: pre-wrap; overflow-wrap: anywhere; margin-top: var(--space-4); }

@media (min-width: 60rem) {
  .records .buttons { flex-wrap: nowrap; }
  .columns.halves { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .columns.aside { grid-template-columns: minmax(0, 2fr) minmax(0, 1fr); }
}
.views { display: flex; flex-wrap: wrap; column-gap: var(--space-4); margin-bottom: var(--space-3); }
.views a { padding: var(--space-1) 0; border-bottom: 2px solid transparent; text-decoration: none; }
.views a[aria-current] { color: var(--ink); font-weight: 600; border-color: var(--brand); }
@media (max-width: 40rem) {
  .sheet .buttons > *, .sheet .buttons form > button { flex: 1 1 100%; }
  dl { grid-template-columns: 1fr; gap: .1rem; }
  dd { margin-bottom: var(--space-3); }
  .figures { gap: var(--space-3) var(--space-5); }
  .search > div { flex: 1 1 9rem; }
  .records thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .records tr { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: var(--space-1) var(--space-2); padding: var(--space-3) var(--space-4); border-top: 1px solid var(--line); }
  .records td time { font-size: var(--size-s); white-space: normal; }
  ul.plain .buttons { flex: 1 1 100%; }
  .records tbody tr:first-child { border-top: 0; }
  .records tbody th, .records td { display: block; padding: 0; border: 0; }
  .records tbody th, .records td.whole { grid-column: 1 / -1; }
  .records .figure { text-align: start; }
  .records.dense tr { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); }
  .records.dense tbody th, .records.dense td { padding: 0; }
  .records.dense td[data-label]::before { content: none; }
  .records td:empty { display: none; }
  .records td[data-label]::before { content: attr(data-label); display: block; font-size: var(--size-s); color: var(--soft); }
}
`;
