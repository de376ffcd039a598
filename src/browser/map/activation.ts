import type * as leaflet from 'leaflet';

/** Handles a click, and the Enter key on a marker, which Leaflet makes a button without that. */
export function onActivate(layer: leaflet.Layer, handle: (isByKey: boolean) => void): void {
  layer.on('click', () => handle(false));
  layer.on('keypress', ({ originalEvent }: leaflet.LeafletKeyboardEvent) => {
    if (originalEvent.key === 'Enter') handle(true);
  });
}
