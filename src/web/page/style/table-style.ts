/** A funnel, in the colour of the text. */
const FUNNEL = `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath d='M2 3h12L9.5 8.5V13l-3-1.5v-3z' fill='none' stroke='%23000' stroke-width='1.4' stroke-linejoin='round'/%3E%3C/svg%3E")`;
const FULL_FUNNEL = FUNNEL.replace("fill='none'", "fill='%23000'");

/** Without scripts, and in browsers that don't know the selector, changes of rows are always shown. */
const SELECTED =
  '.toolbar:is(:has(~ .grid input[name=ids]:checked), :has(#target option[value=all]:checked))';

/** Table of submissions: its tool bar, head, rows and pages. */
export const TABLE_STYLE = `
.content:has(> .toolbar) { padding-top: var(--space-2); }
.folded > summary { list-style: none; }
.folded[open] > summary { margin: 0; }
.folded > summary::-webkit-details-marker { display: none; }
.folded > summary::after, .columns-choice > summary::after { content: "▾" / ""; }
.folded > .sheet { display: flex; flex-wrap: wrap; gap: var(--space-2) var(--space-4); align-items: center; }
details > .search { margin-top: var(--space-3); }

.toolbar { position: relative; margin-bottom: var(--space-2); }
.toolbar > form { display: flex; flex-wrap: wrap; gap: var(--space-2) var(--space-3); align-items: center; min-height: 2.25rem; }
.toolbar > form + form { margin-top: var(--space-2); }
.toolbar .count { font-weight: 600; white-space: nowrap; }
.toolbar .folded { margin-inline-start: auto; }
.toolbar label:not(.choice) { margin: 0; font-size: var(--size-s); font-weight: 400; color: var(--soft); }
.toolbar .folded > .sheet > div { display: flex; gap: var(--space-2); align-items: center; }
.toolbar select { width: auto; max-width: 12rem; }
.toolbar select, .toolbar button, .toolbar .button { min-height: 2.25rem; padding-block: var(--space-1); font-size: var(--size-s); }
.folded > summary, .columns-choice > summary { display: inline-flex; align-items: center; gap: var(--space-1); }
.toolbar .button, .toolbar button { padding-inline: var(--space-3); font-weight: 500; }
.toolbar button.link { padding-inline: 0; }
.many { scroll-margin: var(--space-4); }
.chip { display: inline-flex; max-width: 16rem; padding: .1rem .65rem; border-radius: 1rem; background: var(--brand-soft); color: var(--brand); font-size: var(--size-s); text-decoration: none; }
.chip bdi { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.chip::after { content: "×" / ""; margin-inline-start: var(--space-2); }
.chip:hover { text-decoration: underline; }
@media (scripting: enabled) {
  @supports selector(:has(*)) {
    .toolbar > .many { display: none; }
    ${SELECTED} > .many { display: flex; margin: 0; }
    ${SELECTED} > .view { display: none; }
  }
}

.columns-choice { position: relative; }
.columns-choice > summary { list-style: none; }
.columns-choice > summary::-webkit-details-marker { display: none; }
.columns-choice[open] > summary { margin: 0; }
.columns-choice > .sheet { position: absolute; z-index: 6; inset-inline-end: 0; margin: var(--space-1) 0 0; width: min(24rem, 85vw); padding: var(--space-3); border-color: var(--edge); box-shadow: var(--shadow); }
.columns-choice fieldset { margin: var(--space-2) 0; max-height: 50vh; overflow: auto; }
.columns-choice label { overflow-wrap: anywhere; }
.columns-choice .buttons { margin: 0; gap: var(--space-2); }

.grid { position: relative; padding: 0; margin-bottom: var(--space-2); overflow: auto; max-height: max(24rem, calc(100vh - 17.25rem)); overscroll-behavior-x: contain; scroll-padding: 5rem 0 0 8rem; }
.grid:has(.filter[open]) { min-height: 16rem; }
.grid table { width: auto; min-width: 100%; border-collapse: separate; border-spacing: 0; font-size: var(--size-s); line-height: 1.25rem; }
/* Whole pixels: lines of the frozen column would lie beside those of the others. */
.grid .badge { line-height: 1.125rem; vertical-align: top; }
.grid th, .grid td {
  text-align: start;
  padding: var(--space-2) var(--space-3);
  border-top: 0;
  border-bottom: 1px solid var(--line);
  max-width: 16rem;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  background: var(--sheet);
}
.grid tbody tr > * { height: 2.375rem; }
.grid tbody td { unicode-bidi: plaintext; }
.grid td[colspan] { max-width: none; }
.grid .figure { text-align: end; font-variant-numeric: tabular-nums; }
.grid tr > :first-child { position: sticky; inset-inline-start: 0; z-index: 2; min-width: 6rem; border-inline-end: 1px solid var(--line); }
.grid tbody tr:hover > * { background: var(--sunken); }
.grid tbody tr:has(input[name=ids]:checked) > * { background: var(--brand-soft); }
.grid input[type=checkbox] { display: inline-block; width: 1.1rem; height: 1.1rem; vertical-align: -.2rem; accent-color: var(--brand); margin: 0 var(--space-1) 0 0; }

.grid thead { position: sticky; top: 0; z-index: 3; }
.grid thead th { position: relative; top: auto; min-width: 7rem; vertical-align: middle; overflow: visible; }
.grid thead tr:last-child th:not(:first-child) { padding-inline-end: 2.25rem; }
.grid thead th > a, .grid thead th > span { display: block; overflow: hidden; text-overflow: ellipsis; color: inherit; text-decoration: none; }
.grid thead th > a:hover { text-decoration: underline; }
.grid thead th > a:focus-visible { outline-offset: -1px; }
.grid thead th[aria-sort] { color: var(--ink); }
.grid .groups > * { padding-block: .125rem; font-size: .8125rem; overflow: hidden; }
.grid .groups > th { max-width: 0; color: var(--ink); }
.grid .groups > th, .grid .groups > th + td { border-inline-start: 1px solid var(--line); }
.grid .groups > :first-child { position: static; border-inline-end: 0; }

.filter > summary {
  position: absolute; inset-block-start: calc(50% - .875rem); inset-inline-end: .25rem;
  width: 1.75rem; height: 1.75rem; margin: 0; border-radius: var(--radius); list-style: none; color: var(--soft);
}
.filter > summary::-webkit-details-marker { display: none; }
.filter > summary::before { content: ""; position: absolute; inset: .375rem; background: currentcolor; -webkit-mask: ${FUNNEL} center / contain no-repeat; mask: ${FUNNEL} center / contain no-repeat; opacity: .7; }
.filter > summary:hover, .filter[open] > summary { background: var(--sunken); color: var(--ink); }
.filter > summary:focus-visible { outline-offset: -2px; }
.filter.set > summary { background: var(--brand-soft); color: var(--brand); }
.filter.set > summary::before { -webkit-mask-image: ${FULL_FUNNEL}; mask-image: ${FULL_FUNNEL}; opacity: 1; }
.filter > .sheet {
  position: absolute; z-index: 5; inset-block-start: 100%; inset-inline-end: 0; width: 14rem; margin: var(--space-1) 0 0; padding: var(--space-3);
  display: grid; gap: var(--space-2); border-color: var(--edge); box-shadow: var(--shadow); white-space: normal;
}
.grid thead th:nth-child(-n + 4) > .filter > .sheet { inset-inline: 0 auto; }
.filter input, .filter select, .filter button { min-height: 2.25rem; width: 100%; padding: var(--space-1) var(--space-2); font-size: var(--size-s); }

.grid details > summary { min-width: 1.75rem; }
.grid td:has(> details[open]) { max-width: none; white-space: normal; overflow: visible; }
.grid .nested, .nested { width: auto; min-width: 20rem; margin: var(--space-1) 0; }
.grid .nested tr > *, .grid .nested tr > :first-child { position: static; white-space: normal; border-inline-end: 0; z-index: auto; }
.grid .nested thead { position: static; }
.grid .file { vertical-align: top; }
.grid .file img { width: 1.75rem; height: 1.75rem; margin-block: -.25rem; }

@media (scripting: enabled) {
  .grid tbody td { cursor: default; }
  .grid tbody td:focus { outline: 2px solid var(--brand); outline-offset: -2px; border-radius: 0; }
  .grid tbody td.edited { opacity: .6; }
  .grid tbody td.saved { animation: saved 1.5s; }
  }
@keyframes saved { from { background: var(--brand-soft); } }
.whole-text { position: fixed; z-index: 8; max-width: min(28rem, calc(100vw - 1rem)); max-height: 40vh; overflow: hidden; padding: var(--space-2) var(--space-3); border: 1px solid var(--edge); border-radius: var(--radius); background: var(--sheet); box-shadow: var(--shadow); font-size: var(--size-s); white-space: pre-wrap; overflow-wrap: anywhere; pointer-events: none; }
dialog.editor { position: fixed; inset: auto; margin: 0; width: 22rem; max-width: calc(100vw - 1rem); max-height: calc(100vh - 1rem); overflow: auto; padding: var(--space-3); border-color: var(--edge); color: inherit; box-shadow: var(--shadow); }
dialog.editor::backdrop { background: none; }
dialog.editor label:not(.choice), dialog.editor legend { margin-top: 0; font-size: var(--size-s); }
dialog.editor .alarm, dialog.editor .notice { padding: var(--space-2) var(--space-3); font-size: var(--size-s); margin-bottom: var(--space-2); }
dialog.editor fieldset { margin: 0; max-height: 50vh; overflow: auto; }
dialog.editor .buttons { margin-top: var(--space-3); gap: var(--space-2); }
dialog.editor .buttons > * { flex: none; min-height: 2.25rem; padding: var(--space-1) var(--space-3); }
a.edit { margin-inline-start: var(--space-2); font-size: var(--size-s); color: var(--soft); text-decoration: none; }
a.edit:hover { text-decoration: underline; }

.pager .pages, .pager .pages form { display: flex; flex-wrap: wrap; gap: var(--space-2) var(--space-3); align-items: center; }
.pager .pages form { gap: var(--space-2); }
.pager label { margin: 0; font-weight: 400; color: var(--soft); }
.pager .pages input { width: 5rem; min-height: 2.25rem; padding: var(--space-1) var(--space-2); }
.pager .pages button { min-height: 2.25rem; padding: var(--space-1) var(--space-3); font-weight: 500; }
.grid + .pager { margin: var(--space-2) 0; font-size: var(--size-s); flex-wrap: wrap; gap: var(--space-2) var(--space-4); }

@media (min-width: 40.01rem) {
  @supports selector(::details-content) {
    .folded > summary { display: none; }
    .folded::details-content { content-visibility: visible; }
    .folded > .sheet { padding: 0; margin: 0; border: 0; background: none; }
  }
}
@media (max-width: 40rem) {
  .toolbar .folded[open] > .sheet { position: absolute; z-index: 6; inset: 100% 0 auto; margin-top: var(--space-1); max-height: 70vh; overflow: auto; border-color: var(--edge); box-shadow: var(--shadow); }
  .toolbar .columns-choice { flex: 1 1 100%; }
  .toolbar .columns-choice > .sheet { position: static; width: auto; box-shadow: none; }
  .toolbar .folded > .sheet > div { flex: 1 1 100%; justify-content: space-between; }
  .grid { max-height: max(20rem, calc(100vh - 18rem)); }
  .grid th, .grid td { max-width: 13rem; }
  .grid tr > :first-child { min-width: 4.5rem; padding-inline: var(--space-2); }
  @media (scripting: enabled) {
    @supports selector(:has(*)) {
      ${SELECTED} > .view { display: flex; }
      ${SELECTED} > .many { position: fixed; z-index: 7; inset: auto 0 0; padding: var(--space-2) var(--space-4); gap: var(--space-2); background: var(--sheet); border-top: 1px solid var(--edge); box-shadow: var(--shadow); }
    }
  }
}
`;
