/** Charts, their tables and reports, for screen and print. */
export const CHART_STYLE = `
.filters { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: .25rem 1rem; align-items: end; }
.filters > div { min-width: 0; }
.filters label { margin-top: .25rem; }
.filters .buttons { margin-top: .5rem; }
.contents summary { cursor: pointer; font-weight: 600; }
.contents ol { margin: .75rem 0 0; columns: 22rem; column-gap: 2rem; }
.contents li { margin: .2rem 0; overflow-wrap: anywhere; }
.question h2 { font-size: 1.2rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
.two, .stack { display: grid; gap: 1.25rem 2.5rem; margin-top: 1rem; }
.two > *, .stack > * { min-width: 0; }
.stack { grid-template-columns: minmax(0, 1fr); }
.stack .map-figure { max-width: 40rem; }
.numbers { margin-top: .75rem; }
.numbers > summary { cursor: pointer; font-weight: 600; width: max-content; }
.numbers > .table { margin-top: .5rem; }
.numbers + .chart-downloads { margin-top: -1.75rem; justify-content: flex-end; position: relative; pointer-events: none; }
.numbers + .chart-downloads button { pointer-events: auto; }
.numbers[open] + .chart-downloads { margin-top: .75rem; }
.saved-reports:not([open]), .contents:not([open]) { padding-block: var(--space-3); }
.chart-downloads { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .75rem; }
.chart-downloads button { min-height: 2rem; padding: .15rem .65rem; font-size: .8rem; }
.saved-reports > summary { cursor: pointer; font-weight: 600; }
.saved-reports ul { list-style: none; padding: 0; margin: var(--space-3) 0; }
.saved-reports li { display: flex; flex-wrap: wrap; gap: var(--space-1) var(--space-4); align-items: baseline; }
.saved-reports > p { margin-top: var(--space-3); max-width: none; }
.question-search { margin: var(--space-3) 0; }
.question td { white-space: nowrap; }
.question > .table { max-width: 44rem; }
.two + .table { margin-top: 1rem; }
.tables { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; align-content: start; }
figure { margin: 0; }
.overview { display: grid; gap: 0 var(--space-4); grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); align-items: start; }
/* Its texts stand at places of a drawing from left to right, in every language. */
.chart { display: block; overflow: visible; font-size: .85rem; direction: ltr; }
.chart text { fill: var(--ink); unicode-bidi: plaintext; }
.chart .figure, .chart .tick { fill: var(--soft); }
.chart .tick { font-size: .75rem; }
.chart .grid { stroke: var(--line); }
.chart .column, .bars rect { stroke: var(--sheet); }
.map { width: 100%; aspect-ratio: 4 / 3; overflow: hidden; border: 1px solid var(--line); border-radius: .4rem; }
.map .ground { fill: var(--water); }
.map .land { fill: var(--land); fill-rule: evenodd; stroke: var(--land-line); vector-effect: non-scaling-stroke; }
.map .lake { fill: var(--water); fill-rule: evenodd; stroke: var(--land-line); stroke-width: .5; vector-effect: non-scaling-stroke; }
.map .country { fill: var(--soft); letter-spacing: .04em; }
.map .dot { fill: var(--series-1); fill-opacity: .65; stroke: var(--sheet); }
.map .distance { stroke: var(--ink); stroke-width: 3; }
.series-1 { fill: var(--series-1); }
.series-2 { fill: var(--series-2); }
.series-3 { fill: var(--series-3); }
.series-4 { fill: var(--series-4); }
.series-5 { fill: var(--series-5); }
.series-6 { fill: var(--series-6); }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: 0 0 1rem; padding: 0; font-size: .9rem; }
.legend li { display: flex; gap: .4rem; align-items: baseline; overflow-wrap: anywhere; }
.legend svg { flex: none; position: relative; top: .1rem; }
.table { position: relative; max-height: 24rem; overflow: auto; border: 1px solid var(--line); border-radius: .4rem; align-self: start; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums; }
caption { text-align: start; padding: .5rem .75rem; font-weight: 600; }
th, td { padding: .35rem .75rem; border-top: 1px solid var(--line); text-align: end; vertical-align: top; }
th:first-child { text-align: start; overflow-wrap: anywhere; min-width: 8rem; }
thead th { position: sticky; top: 0; background: var(--sheet); color: var(--soft); font-weight: 600; }
tbody th { font-weight: 400; }
@media (max-width: 34rem) {
  th, td { padding: .35rem .5rem; }
  th:first-child { min-width: 6rem; }
}
@media (min-width: 60rem) {
  .two { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); }
}
@media print {
  @page { margin: 14mm; }
  body { background: none; font-size: 10pt; }
  .filters, .contents, .buttons, .saved-reports, .views, .chart-downloads, .numbers > summary { display: none; }
  .numbers::details-content { content-visibility: visible; display: contents; }
  .content { padding: 0; max-width: none; }
  .sheet { border: 0; border-top: 1px solid var(--line); border-radius: 0; padding: 5mm 0; margin: 0; }
  h2, figure, tr { break-inside: avoid; }
  h2, .question > p { break-after: avoid; }
  .two { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 6mm; }
  .table { max-height: none; overflow: visible; border: 0; }
  table { font-size: 8pt; }
  th, td { padding: .5mm 2mm; }
  th:first-child { min-width: 0; }
  thead th { position: static; }
  .chart { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
