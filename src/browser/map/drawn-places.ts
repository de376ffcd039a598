import * as leaflet from 'leaflet';
import Supercluster from 'supercluster';
import { onActivate } from './map-form';
import { clusterIcon, type Marks, pointIcon } from './cluster-icon';
import type { Colours } from './colours';
import { type PlacedSubmission, type PlaceSource, sourceName } from './places';
import { numberText, text } from '../texts';
import type { PlaceCards } from './place-card';

const RADIUS_PX = 60;
/** Tiles of Leaflet: the index would otherwise cluster within half of the radius, and circles cover each other. */
const TILE_PX = 256;
/** Beyond it, points that are still together are shown one by one. */
const MAX_CLUSTER_ZOOM = 17;

interface PointSource extends PlaceSource {
  /** Class of its colour. */
  readonly mark: string | undefined;
}

interface ClusterMarks {
  marks: Record<string, number>;
}

function newIndex(): Supercluster<PointSource, ClusterMarks> {
  return new Supercluster<PointSource, ClusterMarks>({
    radius: RADIUS_PX,
    extent: TILE_PX,
    maxZoom: MAX_CLUSTER_ZOOM,
    map: ({ mark }) => ({ marks: mark === undefined ? {} : { [mark]: 1 } }),
    reduce: (sum, { marks }) => {
      sum.marks = { ...sum.marks };
      for (const [mark, places] of Object.entries(marks)) sum.marks[mark] = (sum.marks[mark] ?? 0) + places;
    },
  });
}

/** Points of a map, clustered for its zoom. */
class PointClusters {
  private index = newIndex().load([]);
  private readonly layer = leaflet.layerGroup();
  private box = leaflet.latLngBounds([]);
  private colours: Colours | undefined;

  constructor(
    private readonly map: leaflet.Map,
    private readonly bindCard: (
      layer: leaflet.Layer,
      at: leaflet.LatLngExpression,
      source: PlaceSource,
    ) => void,
  ) {
    this.layer.addTo(map);
    map.on('moveend', () => this.draw());
  }

  /** Replaces all points. @param colours undefined: all have one colour */
  load(places: readonly PlacedSubmission[], colours: Colours | undefined): void {
    this.colours = colours;
    this.box = leaflet.latLngBounds([]);
    this.index = newIndex().load(
      places.flatMap(({ id, copy, name, geometry, answer }) => {
        if (geometry.type !== 'Point') return [];
        const [longitude = 0, latitude = 0] = geometry.coordinates;
        this.box.extend([latitude, longitude]);
        return [
          {
            type: 'Feature',
            properties: { id, copy, ...(name !== undefined && { name }), mark: colours?.markOf(answer) },
            geometry: { type: 'Point', coordinates: [longitude, latitude] },
          },
        ];
      }),
    );
  }

  bounds(): leaflet.LatLngBounds {
    return this.box;
  }

  draw(): void {
    const bounds = this.map.getBounds();
    const box: [number, number, number, number] = [
      bounds.getWest(),
      bounds.getSouth(),
      bounds.getEast(),
      bounds.getNorth(),
    ];
    this.layer.clearLayers();
    for (const { geometry, properties } of this.index.getClusters(box, Math.floor(this.map.getZoom()))) {
      const [longitude = 0, latitude = 0] = geometry.coordinates;
      const at: leaflet.LatLngTuple = [latitude, longitude];
      this.layer.addLayer(
        'cluster' in properties ? this.cluster(at, properties) : this.point(at, properties),
      );
    }
  }

  private cluster(
    at: leaflet.LatLngTuple,
    { cluster_id: id, point_count: count, marks }: Supercluster.ClusterProperties & { marks: Marks },
  ): leaflet.Marker {
    const icon = clusterIcon(count, this.colours && marks);
    const circle = leaflet.marker(at, {
      icon,
      title: text('{places} places', { places: numberText(count) }),
    });
    onActivate(circle, (isByKey) => {
      // The circle is gone after the zoom.
      if (isByKey) this.map.getContainer().focus();
      this.map.setView(at, this.index.getClusterExpansionZoom(id));
    });
    return circle;
  }

  private point(at: leaflet.LatLngTuple, source: PointSource): leaflet.Marker {
    const point = leaflet.marker(at, { icon: pointIcon(source.mark), title: sourceName(source) });
    this.bindCard(point, at, source);
    return point;
  }
}

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
