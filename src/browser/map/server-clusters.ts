import * as leaflet from 'leaflet';
import { numberText, text } from '../texts';
import { onActivate } from './activation';
import { clusterIcon, pointIcon } from './cluster-icon';
import type { PlaceCards } from './place-card';
import { bindCard, CLOSE_ZOOM } from './drawn-places';
import { sourceName } from './places';
import { fetchWithRetries } from './read-pages';

interface PlaceClusters {
  readonly places: number;
  /** West, south, east and north. */
  readonly bounds: readonly [number, number, number, number] | null;
  readonly clusters: readonly {
    readonly longitude: number;
    readonly latitude: number;
    readonly places: number;
    readonly submission: number | null;
  }[];
}

/** Zoom levels from a cluster to its parts: a cell becomes sixteen. */
const ZOOM_STEP = 2;
const PADDING: leaflet.FitBoundsOptions = { padding: [40, 40], maxZoom: CLOSE_ZOOM, animate: false };

/** Shows clusters that the service makes of what is in view, anew after each move. @param report shows the state */
export async function showServerClusters(
  map: leaflet.Map,
  path: string,
  cards: PlaceCards,
  report: (message: string) => void,
): Promise<void> {
  const layer = leaflet.layerGroup().addTo(map);
  let pending = new AbortController();
  const load = async (): Promise<PlaceClusters | undefined> => {
    pending.abort();
    pending = new AbortController();
    const { signal } = pending;
    report(text('Places are being counted …'));
    try {
      const bounds = map.getBounds();
      const zoom = Math.floor(map.getZoom());
      const response = await fetchWithRetries(`${path}&bbox=${bounds.toBBoxString()}&zoom=${zoom}`, signal);
      if (!response.ok) throw new Error(`Status ${response.status}`);
      const found = (await response.json()) as PlaceClusters;
      signal.throwIfAborted();
      draw(found);
      return found;
    } catch {
      if (!signal.aborted) report(text('The places could not be loaded. Move the map to try again.'));
      return undefined;
    }
  };
  const draw = ({ places, clusters }: PlaceClusters): void => {
    layer.clearLayers();
    for (const { longitude, latitude, places, submission } of clusters) {
      const at: leaflet.LatLngTuple = [latitude, longitude];
      layer.addLayer(submission === null ? cluster(at, places) : point(at, submission));
    }
    report(
      places === 0
        ? text('No submission has a place here.')
        : text('{places} places', { places: numberText(places) }),
    );
  };
  const cluster = (at: leaflet.LatLngTuple, places: number): leaflet.Marker => {
    const title = text('{places} places', { places: numberText(places) });
    const circle = leaflet.marker(at, { icon: clusterIcon(places, undefined), title });
    onActivate(circle, (isByKey) => {
      // The circle is gone after the zoom.
      if (isByKey) map.getContainer().focus();
      map.setView(at, map.getZoom() + ZOOM_STEP);
    });
    return circle;
  };
  const point = (at: leaflet.LatLngTuple, id: number): leaflet.Marker => {
    const source = { id, copy: '' };
    const marker = leaflet.marker(at, { icon: pointIcon(undefined), title: sourceName(source) });
    bindCard(map, cards, marker, at, source);
    return marker;
  };
  const bounds = (await load())?.bounds;
  if (bounds != null) {
    const [west, south, east, north] = bounds;
    map.fitBounds(leaflet.latLngBounds([south, west], [north, east]), PADDING);
    await load();
  }
  map.on('moveend', () => void load());
}
