import * as leaflet from 'leaflet';
import { numberText, text } from '../texts';
import { onActivate } from './map-form';
import { clusterIcon, pointIcon } from './cluster-icon';
import type { PlaceCards } from './place-card';
import { bindCard, CLOSE_ZOOM } from './drawn-places';
import { sourceName } from './places';
import { fetchWithRetries } from './read-pages';

interface PlaceClusters {
  /** Share of the submissions that were read. */
  readonly progress: number;
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
/** Between views of places that are still read. */
const POLL_MS = 1_000;
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
  let [isFitting, isFitted, isMoved] = [false, false, false];
  const load = async (): Promise<void> => {
    pending.abort();
    pending = new AbortController();
    const { signal } = pending;
    report(text('Places are being counted …'));
    try {
      for (;;) {
        const bounds = map.getBounds().toBBoxString();
        const zoom = Math.floor(map.getZoom());
        const url = `${path}&bbox=${bounds}&zoom=${zoom}&partial=true`;
        const response = await fetchWithRetries(url, signal);
        if (!response.ok) throw new Error(`Status ${response.status}`);
        const found = (await response.json()) as PlaceClusters;
        signal.throwIfAborted();
        draw(found);
        fit(found);
        signal.throwIfAborted();
        if (found.progress >= 1) return;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        signal.throwIfAborted();
      }
    } catch {
      if (!signal.aborted) report(text('The places could not be loaded. Move the map to try again.'));
    }
  };
  const draw = ({ progress, places, clusters }: PlaceClusters): void => {
    layer.clearLayers();
    for (const { longitude, latitude, places, submission } of clusters) {
      const at: leaflet.LatLngTuple = [latitude, longitude];
      layer.addLayer(submission === null ? cluster(at, places) : point(at, submission));
    }
    if (progress < 1) {
      report(text('Places are being counted: {share} %', { share: numberText(Math.floor(100 * progress)) }));
      return;
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
  /** Shows the first places, and then all, unless the map was moved. */
  const fit = ({ bounds, progress }: PlaceClusters): void => {
    if (bounds === null || isMoved || (isFitted && progress < 1)) return;
    isFitted = true;
    const [west, south, east, north] = bounds;
    isFitting = true;
    map.fitBounds(leaflet.latLngBounds([south, west], [north, east]), PADDING);
    isFitting = false;
    isMoved = progress >= 1;
  };
  map.on('moveend', () => {
    isMoved ||= !isFitting;
    void load();
  });
  await load();
}
