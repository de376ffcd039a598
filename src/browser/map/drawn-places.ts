import * as leaflet from 'leaflet';
import type { PlacedSubmission, PlaceSource } from './places';
import { PointClusters } from './point-clusters';

/** Zoom of a single point. */
const CLOSE_ZOOM = 14;

/** Draws shapes and clustered points on a map. */
export class DrawnPlaces {
  private readonly shapes = leaflet.featureGroup();
  private readonly points: PointClusters;
  private isMoved = false;

  constructor(
    private readonly map: leaflet.Map,
    private readonly linkTo: (source: PlaceSource) => HTMLElement,
  ) {
    this.shapes.addTo(map);
    this.points = new PointClusters(map, linkTo);
    const onMove = (): void => void (this.isMoved = true);
    for (const type of ['pointerdown', 'wheel', 'keydown'])
      map.getContainer().addEventListener(type, onMove, { once: true, passive: true });
  }

  /** Replaces all places; fits the map to the places, unless the person has moved it. */
  show(places: readonly PlacedSubmission[]): void {
    this.shapes.clearLayers();
    for (const place of places) {
      if (place.geometry.type !== 'Point') this.shapes.addLayer(shapeOf(place).bindPopup(this.linkTo(place)));
    }
    this.points.load(places);
    const bounds = this.shapes.getBounds().extend(this.points.bounds());
    if (bounds.isValid() && !this.isMoved)
      // During an animation leaflet would ignore the next call.
      this.map.fitBounds(bounds, { padding: [32, 32], maxZoom: CLOSE_ZOOM, animate: false });
    this.points.draw();
  }
}

function shapeOf({ geometry }: PlacedSubmission): leaflet.Layer {
  const latLngs = (positions: readonly (readonly number[])[]): leaflet.LatLngTuple[] =>
    positions.map(([longitude = 0, latitude = 0]) => [latitude, longitude]);
  const style = { className: 'place', weight: 3 };
  if (geometry.type === 'Polygon') return leaflet.polygon(geometry.coordinates.map(latLngs), style);
  return leaflet.polyline(geometry.type === 'LineString' ? latLngs(geometry.coordinates) : [], style);
}
