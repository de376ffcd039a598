import * as leaflet from 'leaflet';
import Supercluster from 'supercluster';
import type { PlacedSubmission } from './places';

interface Point {
  readonly id: number;
}

const RADIUS_PX = 60;
/** Beyond it, points that are still together are shown one by one. */
const MAX_CLUSTER_ZOOM = 17;

function newIndex(): Supercluster<Point> {
  return new Supercluster<Point>({ radius: RADIUS_PX, maxZoom: MAX_CLUSTER_ZOOM });
}

/** Points of a map, clustered for its zoom. */
export class PointClusters {
  private index = newIndex();
  private readonly layer = leaflet.layerGroup();
  private box = leaflet.latLngBounds([]);

  constructor(
    private readonly map: leaflet.Map,
    private readonly linkTo: (id: number) => HTMLElement,
  ) {
    this.layer.addTo(map);
    map.on('moveend', () => this.draw());
  }

  /** Replaces all points. */
  load(places: readonly PlacedSubmission[]): void {
    this.box = leaflet.latLngBounds([]);
    this.index = newIndex().load(
      places.flatMap(({ id, geometry }) => {
        if (geometry.type !== 'Point') return [];
        const [longitude = 0, latitude = 0] = geometry.coordinates;
        this.box.extend([latitude, longitude]);
        return [
          {
            type: 'Feature',
            properties: { id },
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
    for (const { geometry, properties } of this.index.getClusters(box, Math.round(this.map.getZoom()))) {
      const [longitude = 0, latitude = 0] = geometry.coordinates;
      const at: leaflet.LatLngTuple = [latitude, longitude];
      this.layer.addLayer(
        'cluster' in properties ? this.cluster(at, properties) : this.point(at, properties.id),
      );
    }
  }

  private cluster(
    at: leaflet.LatLngTuple,
    { cluster_id: id, point_count: count }: Supercluster.ClusterProperties,
  ): leaflet.Marker {
    const size = Math.round(24 + 6 * Math.log2(count));
    const icon = leaflet.divIcon({ className: 'cluster', html: String(count), iconSize: [size, size] });
    return leaflet
      .marker(at, { icon, title: `${count} places` })
      .on('click', () => this.map.setView(at, this.index.getClusterExpansionZoom(id)));
  }

  private point(at: leaflet.LatLngTuple, id: number): leaflet.Marker {
    const icon = leaflet.divIcon({ className: 'cluster', html: '', iconSize: [16, 16] });
    return leaflet.marker(at, { icon, title: `Submission ${id}` }).bindPopup(this.linkTo(id));
  }
}
