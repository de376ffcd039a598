const MARKS = Array.from({ length: 12 }, (_, index) => String(index + 1));

/** Maps, their ground and legend. */
export const MAP_STYLE = `
.map-form { display: flex; flex-wrap: wrap; gap: var(--space-2) var(--space-3); align-items: end; margin-bottom: var(--space-3); }
.map-form > div { flex: 0 1 18rem; min-width: 0; }
.map-form > div > label { margin: 0 0 var(--space-1); font-size: var(--size-s); color: var(--soft); font-weight: 400; }
.map-form > a, .map-form > output { padding-block: var(--space-2); }
.map-form > output { color: var(--soft); margin-inline-start: auto; }
.pin-choice { position: relative; }
.pin-choice > summary { list-style: none; }
.pin-choice[open] > summary { margin: 0; }
.pin-choice > summary::-webkit-details-marker { display: none; }
.pin-choice > summary::after { content: " ▾" / ""; }
.pin-choice fieldset { position: absolute; z-index: 4; inset-inline-start: 0; width: min(24rem, 85vw); max-height: 50vh; overflow: auto; margin: var(--space-1) 0 0; padding: var(--space-4); }
.pin-choice label { overflow-wrap: anywhere; }
.places { display: grid; gap: var(--space-3); grid-template-columns: minmax(0, 1fr); align-items: start; }
#map { height: max(20rem, 100vh - 19rem); border: 1px solid var(--line); border-radius: var(--radius-large); background: var(--sunken); color: var(--ink); isolation: isolate; }
#map.grounded { background: var(--water); }
#map .cluster { display: grid; place-items: center; border-radius: 50%; background: var(--mark, var(--series-1)); color: var(--sheet); font-weight: 600; border: 2px solid var(--sheet); }
#map .cluster.marked { border: 1.5px solid var(--ink); color: var(--ink); }
#map .cluster.parted { background: var(--sheet); border: 0; }
#map .cluster > * { grid-area: 1 / 1; }
#map .cluster svg { width: 100%; height: 100%; overflow: visible; z-index: 0; }
#map .cluster .slice { fill: var(--mark); stroke: var(--ink); stroke-width: .75; vector-effect: non-scaling-stroke; }
#map .cluster .hole { fill: var(--sheet); stroke: var(--ink); stroke-width: .75; vector-effect: non-scaling-stroke; }
#map .cluster span { z-index: 1; }
#map .cluster-place > .cluster { width: 100%; height: 100%; }
#map .leaflet-bar a, #map .leaflet-control-scale-line, #map .leaflet-control-attribution { background: var(--sheet); color: var(--ink); border-color: var(--edge); }
#map .place { stroke: var(--mark, var(--series-1)); fill: var(--mark, var(--series-1)); }
#map .land { fill: var(--land); stroke: var(--land-line); }
#map .lake { fill: var(--water); stroke: var(--land-line); stroke-width: .5; }
#map .leaflet-ground-pane, #map .leaflet-names-pane { pointer-events: none; }
#map .country { display: grid; place-items: center; color: var(--soft); font-size: var(--size-s); letter-spacing: .04em; white-space: nowrap; text-shadow: 0 0 3px var(--land), 0 0 3px var(--land); }
#map .leaflet-popup-content-wrapper, #map .leaflet-popup-tip { background: var(--sheet); color: var(--ink); }
#map .leaflet-popup-content { margin: var(--space-4); font: var(--size-s)/1.4 var(--sans); min-width: 12rem; max-height: 18rem; overflow: auto; }
#map .leaflet-popup-content a { color: var(--brand); font-weight: 600; }
#map .leaflet-popup-content p { margin: 0; }
#map .leaflet-popup-content dl { display: block; margin: var(--space-2) 0 0; }
#map .leaflet-popup-content dt { color: var(--soft); }
#map .leaflet-popup-content dd { margin: 0 0 var(--space-2); overflow-wrap: anywhere; }
#map .leaflet-popup-content img { display: block; max-width: 100%; max-height: 8rem; border-radius: var(--radius); }
#map-legend { font-size: var(--size-s); margin: 0; padding: var(--space-4); }
#map-legend h3 { margin: 0 0 var(--space-2); font-size: var(--size-s); overflow-wrap: anywhere; }
#map-legend ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: var(--space-1) var(--space-4); }
#map-legend li { display: flex; gap: var(--space-2); align-items: center; min-width: 0; overflow-wrap: anywhere; }
#map-legend li::before { content: ""; flex: none; width: .8rem; height: .8rem; border-radius: 50%; background: var(--mark); border: 1.5px solid var(--ink); }
#map-legend li span:last-child { margin-inline-start: auto; color: var(--soft); font-variant-numeric: tabular-nums; }
${MARKS.map((mark) => `.mark-${mark} { --mark: var(--mark-${mark}); }`).join('\n')}
.mark-others { --mark: var(--mark-others); }
.mark-none { --mark: var(--mark-none); }
@media (max-width: 40rem) {
  .map-form > div { flex: 1 1 9rem; }
  .map-form > output { flex-basis: 100%; padding-block: 0; }
}
@media (min-width: 60rem) {
  .places.coloured { grid-template-columns: minmax(0, 1fr) 14rem; }
  .places.coloured #map-legend ul { flex-direction: column; }
}
`;
