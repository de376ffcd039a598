import * as leaflet from 'leaflet';
import Supercluster from 'supercluster';
import { onActivate } from './activation';
import { clusterIcon, type Marks, pointIcon } from './cluster-icon';
import type { Colours } from './colours';
import { type PlacedSubmission, type PlaceSource, sourceName } from './places';
import { numberText, text } from '../texts';

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
export class PointClusters {
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
