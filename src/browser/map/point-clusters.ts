import * as leaflet from 'leaflet';
import Supercluster from 'supercluster';
import { type PlacedSubmission, type PlaceSource, sourceName } from './places';

const RADIUS_PX = 60;
/** Tiles of Leaflet: the index would otherwise cluster within half of the radius, and circles cover each other. */
const TILE_PX = 256;
const MAX_CIRCLE_PX = 56;
const SHORT_COUNT = new Intl.NumberFormat('en', { notation: 'compact' });
const WHOLE_COUNT = new Intl.NumberFormat('en');
/** Beyond it, points that are still together are shown one by one. */
const MAX_CLUSTER_ZOOM = 17;

function newIndex(): Supercluster<PlaceSource> {
  return new Supercluster<PlaceSource>({ radius: RADIUS_PX, extent: TILE_PX, maxZoom: MAX_CLUSTER_ZOOM });
}

/** Points of a map, clustered for its zoom. */
export class PointClusters {
  private index = newIndex();
  private readonly layer = leaflet.layerGroup();
  private box = leaflet.latLngBounds([]);

  constructor(
    private readonly map: leaflet.Map,
    private readonly linkTo: (source: PlaceSource) => HTMLElement,
  ) {
    this.layer.addTo(map);
    map.on('moveend', () => this.draw());
  }

  /** Replaces all points. */
  load(places: readonly PlacedSubmission[]): void {
    this.box = leaflet.latLngBounds([]);
    this.index = newIndex().load(
      places.flatMap(({ id, copy, geometry }) => {
        if (geometry.type !== 'Point') return [];
        const [longitude = 0, latitude = 0] = geometry.coordinates;
        this.box.extend([latitude, longitude]);
        return [
          {
            type: 'Feature',
            properties: { id, copy },
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
        'cluster' in properties ? this.cluster(at, properties) : this.point(at, properties),
      );
    }
  }

  private cluster(
    at: leaflet.LatLngTuple,
    { cluster_id: id, point_count: count }: Supercluster.ClusterProperties,
  ): leaflet.Marker {
    const size = Math.min(MAX_CIRCLE_PX, Math.round(24 + 4 * Math.log2(count)));
    const text = SHORT_COUNT.format(count);
    const icon = leaflet.divIcon({ className: 'cluster', html: text, iconSize: [size, size] });
    return leaflet
      .marker(at, { icon, title: `${WHOLE_COUNT.format(count)} places` })
      .on('click', () => this.map.setView(at, this.index.getClusterExpansionZoom(id)));
  }

  private point(at: leaflet.LatLngTuple, source: PlaceSource): leaflet.Marker {
    const icon = leaflet.divIcon({ className: 'cluster', html: '', iconSize: [16, 16] });
    return leaflet.marker(at, { icon, title: sourceName(source) }).bindPopup(this.linkTo(source));
  }
}
