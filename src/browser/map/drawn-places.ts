import * as leaflet from 'leaflet';
import { onActivate } from './activation';
import type { Colours } from './colours';
import type { PlaceCards } from './place-card';
import type { PlacedSubmission, PlaceSource } from './places';
import { PointClusters } from './point-clusters';

/** Zoom of a single point. */
export const CLOSE_ZOOM = 14;

/** Draws shapes and clustered points on a map. */
export class DrawnPlaces {
  private readonly shapes = leaflet.featureGroup();
  private readonly points: PointClusters;
  private isMoved = false;

  constructor(
    private readonly map: leaflet.Map,
    private readonly cards: PlaceCards,
  ) {
    this.shapes.addTo(map);
    this.points = new PointClusters(map, (layer, at, source) => bindCard(map, cards, layer, at, source));
    const onMove = (): void => void (this.isMoved = true);
    for (const type of ['pointerdown', 'wheel', 'keydown'])
      map.getContainer().addEventListener(type, onMove, { once: true, passive: true });
  }

  /** Replaces all places; fits the map to the places, unless the person has moved it. */
  show(places: readonly PlacedSubmission[], colours: Colours | undefined): void {
    this.shapes.clearLayers();
    for (const place of places) {
      if (place.geometry.type === 'Point') continue;
      const shape = shapeOf(place, colours?.markOf(place.answer));
      bindCard(this.map, this.cards, shape, shape.getBounds().getCenter(), place);
      this.shapes.addLayer(shape);
    }
    this.points.load(places, colours);
    const bounds = this.shapes.getBounds().extend(this.points.bounds());
    if (bounds.isValid() && !this.isMoved)
      // During an animation leaflet would ignore the next call.
      this.map.fitBounds(bounds, { padding: [40, 40], maxZoom: CLOSE_ZOOM, animate: false });
    this.points.draw();
  }
}

/** Opens a card on a click. It is not bound to the marker: those are drawn anew when the map makes room for the card. */
export function bindCard(
  map: leaflet.Map,
  cards: PlaceCards,
  layer: leaflet.Layer,
  at: leaflet.LatLngExpression,
  source: PlaceSource,
): void {
  onActivate(layer, (isByKey) => {
    const popup = leaflet.popup({ offset: [0, -4] }).setLatLng(at);
    const card = cards.cardOf(source, () => void (popup.isOpen() && popup.update()));
    popup.setContent(card).openOn(map);
    if (isByKey) card.querySelector('a')?.focus();
  });
}

interface Shape extends leaflet.Layer {
  getBounds(): leaflet.LatLngBounds;
}

function shapeOf({ geometry }: PlacedSubmission, mark = ''): Shape {
  const latLngs = (positions: readonly (readonly number[])[]): leaflet.LatLngTuple[] =>
    positions.map(([longitude = 0, latitude = 0]) => [latitude, longitude]);
  const style = { className: `place ${mark}`, weight: 3 };
  if (geometry.type === 'Polygon') return leaflet.polygon(geometry.coordinates.map(latLngs), style);
  return leaflet.polyline(geometry.type === 'LineString' ? latLngs(geometry.coordinates) : [], style);
}
