/** Table of submissions, one submission, gallery and map. */
export const DATA_STYLE = `
.view { align-items: end; margin-bottom: var(--space-3); }
.folded > summary { list-style: none; }
.folded[open] > summary { margin: 0; }
.folded > summary::-webkit-details-marker { display: none; }
.folded > summary::after { content: " ▾" / ""; }
.folded > .sheet { display: flex; flex-wrap: wrap; gap: var(--space-3); align-items: end; }
.view .folded > .sheet > div { width: 12rem; }
.controls { position: relative; }
label.filters-choice { display: none; }
details > .search { margin-top: var(--space-3); }
.columns-choice { position: relative; }
.columns-choice[open] > summary { margin: 0; }
.columns-choice > summary { list-style: none; }
.columns-choice > summary::-webkit-details-marker { display: none; }
.columns-choice fieldset { position: absolute; z-index: 4; inset-inline-start: 0; margin: var(--space-1) 0 0; width: min(24rem, 85vw); max-height: 60vh; overflow: auto; padding: var(--space-4); }
.columns-choice legend { float: inline-start; width: 100%; }
.columns-choice label { clear: both; overflow-wrap: anywhere; }

.grid { padding: 0; overflow: auto; max-height: 78vh; overscroll-behavior-x: contain; scroll-padding: 14rem 0 0 8rem; }
.grid table { width: auto; min-width: 100%; border-collapse: separate; border-spacing: 0; font-size: var(--size-s); line-height: 1.25rem; }
/* Whole pixels: lines of the frozen column would lie beside those of the others. */
.grid .badge { line-height: 1.125rem; vertical-align: top; }
.grid input[type=checkbox] { display: inline-block; }
.grid th, .grid td {
  text-align: start;
  padding: var(--space-2) var(--space-3);
  border-top: 0;
  border-bottom: 1px solid var(--line);
  max-width: 22rem;
  overflow-wrap: break-word;
  background: var(--sheet);
}
.grid tbody td { unicode-bidi: plaintext; }
.grid .figure { text-align: end; font-variant-numeric: tabular-nums; }
.grid thead { position: sticky; top: 0; z-index: 3; }
.grid thead th { position: static; min-width: 7rem; vertical-align: bottom; }
.grid thead a { color: inherit; text-decoration: none; }
.grid thead a:hover { text-decoration: underline; }
.grid thead th[aria-sort] { color: var(--ink); }
.grid .groups th, .grid .groups th + td { border-inline-start: 1px solid var(--line); }
.grid .groups th { color: var(--ink); }
.grid tr > :first-child { position: sticky; inset-inline-start: 0; z-index: 2; white-space: nowrap; min-width: 6rem; border-inline-end: 1px solid var(--line); }
.grid .groups > :first-child { position: static; border-inline-end: 0; }
.grid tbody tr:hover > * { background: var(--sunken); }
.grid .filter td { vertical-align: top; padding-top: 0; }
.grid .filter input, .grid .filter select { min-height: 2rem; min-width: 7rem; padding: .15rem var(--space-2); font-size: var(--size-s); display: block; margin-bottom: var(--space-1); }
.grid input[type=checkbox] { width: 1.1rem; height: 1.1rem; vertical-align: -.2rem; accent-color: var(--brand); margin: 0 var(--space-1) 0 0; }
.grid details > summary { min-width: 3rem; }
.grid .nested, .nested { width: auto; min-width: 20rem; margin: var(--space-1) 0; }
.grid .nested tr > *, .grid .nested tr > :first-child { position: static; white-space: normal; border-inline-end: 0; z-index: auto; }
.grid .nested thead { position: static; }

.many { margin-bottom: var(--space-3); }
.many .folded > .sheet { gap: var(--space-2) var(--space-3); align-items: center; }
.many select { width: auto; min-height: 2.25rem; padding-block: var(--space-1); }
.many button { min-height: 2.25rem; padding-block: var(--space-1); }

.neighbours { display: flex; flex-wrap: wrap; gap: 0 var(--space-5); margin-bottom: var(--space-3); }
.neighbours a { padding-block: var(--space-2); }
.neighbours a:first-child { margin-inline-end: auto; }
.content > .title { display: flex; flex-wrap: wrap; gap: var(--space-1) var(--space-3); align-items: center; }
.content > .title h2 { margin: 0; }
.content > .actions { margin-top: var(--space-3); }
.actions .inline { display: flex; gap: var(--space-2); align-items: center; }
.actions .inline select { width: auto; }
.answers h4, .sheet h4 { margin: var(--space-4) 0 var(--space-2); font-size: var(--size-s); color: var(--soft); }
h3 + dl, dl + dl { margin-top: var(--space-2); }
.answers dl { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); }
.repetition { border-inline-start: 3px solid var(--line); padding-inline-start: var(--space-4); margin-top: var(--space-4); }
.repetition + dl { margin-top: var(--space-4); }
.picture { display: inline-block; text-decoration: none; }
.picture img { display: block; max-width: 100%; max-height: 20rem; border-radius: var(--radius); background: var(--sunken); }
.picture audio, .picture video { display: block; max-width: 100%; max-height: 20rem; margin-bottom: var(--space-1); }
.picture span, .picture a { font-size: var(--size-s); overflow-wrap: anywhere; }
.sheet:not(.question) .table th, .sheet:not(.question) .table td { text-align: start; overflow-wrap: anywhere; }
.sheet:not(.question) .table thead th { overflow-wrap: normal; }
@media (max-width: 40rem) {
  .answers dl { grid-template-columns: 1fr; }
}
.gallery { list-style: none; margin: 0; padding: 0; display: grid; gap: var(--space-4); grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); }
.gallery li { display: flex; flex-direction: column; min-width: 0; font-size: var(--size-s); }
.gallery img { display: block; width: 100%; aspect-ratio: 1; object-fit: cover; border-radius: var(--radius); background: var(--sunken); border: 1px solid var(--line); overflow-wrap: anywhere; }
#map { height: 70vh; min-height: 20rem; border: 1px solid var(--line); border-radius: var(--radius-large); background: var(--sunken); color: var(--ink); isolation: isolate; }
#map .cluster { display: grid; place-items: center; border-radius: 50%; background: var(--series-1); color: var(--sheet); font-weight: 600; border: 2px solid var(--sheet); }
#map .leaflet-bar a, #map .leaflet-control-scale-line, #map .leaflet-control-attribution { background: var(--sheet); color: var(--ink); border-color: var(--edge); }
#map .place { stroke: var(--series-1); fill: var(--series-1); }
.file { display: inline-flex; gap: var(--space-2); align-items: center; }
.file img { width: 2.5rem; height: 2.5rem; object-fit: cover; border-radius: .25rem; background: var(--sunken); flex: none; }
@media (min-width: 40.01rem) {
  @supports selector(::details-content) {
    .folded > summary { display: none; }
    .folded::details-content { content-visibility: visible; }
    .folded > .sheet { padding: 0; margin: 0; border: 0; background: none; }
  }
}
@media (max-width: 40rem) {
  .controls { display: flex; flex-wrap: wrap; gap: var(--space-2); margin-bottom: var(--space-3); }
  .controls > form { margin: 0; gap: var(--space-2); align-items: center; }
  .controls summary.button, .controls > form > button { min-height: 2.25rem; padding: var(--space-1) var(--space-3); }
  .controls > form > a { padding-block: var(--space-1); }
  .folded[open] > .sheet { position: absolute; z-index: 5; inset: 100% 0 auto; margin-top: var(--space-1); max-height: 70vh; overflow: auto; border-color: var(--edge); }
  .folded .columns-choice { flex: 1 1 100%; }
  label.filters-choice { display: flex; }
  .controls:not(:has(#show-filters:checked)) ~ .grid .filter { display: none; }
  .view .folded > .sheet > div { flex: 1 1 9rem; width: auto; }
  .columns-choice fieldset { position: static; width: auto; max-height: none; }
  .grid th, .grid td { max-width: 15rem; }
  .grid tr > :first-child { min-width: 4.5rem; padding-inline: var(--space-2); }
}
@media (max-width: 24rem) {
  .controls summary.button, .controls > form > button, .controls > form > a { font-size: var(--size-s); }
}
`;
