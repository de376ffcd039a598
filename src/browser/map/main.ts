/** Draws the places of submissions: clusters of points, lines and areas. */
import 'leaflet/dist/leaflet.css';
import * as leaflet from 'leaflet';
import { readPages } from './read-pages';
import { PointClusters } from './point-clusters';
import { type PlacedSubmission, placesIn, readSettings } from './places';

const MAX_PAGES = 30;
const WORLD_ZOOM = 2;
const MAX_ZOOM = 19;
/** Zoom of a single point. */
const CLOSE_ZOOM = 14;

const element = document.querySelector<HTMLElement>('#map');
const status = document.querySelector<HTMLElement>('#map-status');
if (element !== null) void draw(element);

async function draw(container: HTMLElement): Promise<void> {
  const settings = readSettings(container.dataset);
  const map = leaflet.map(container, { worldCopyJump: true, maxZoom: MAX_ZOOM }).setView([0, 0], WORLD_ZOOM);
  map.attributionControl.setPrefix(false);
  leaflet.control.scale({ imperial: false }).addTo(map);
  const { tiles, attribution, source, submissions } = settings;
  if (tiles !== undefined) leaflet.tileLayer(tiles, { maxZoom: MAX_ZOOM, attribution }).addTo(map);
  const places: PlacedSubmission[] = [];
  try {
    let read = 0;
    for await (const { rows, count, isLast, isCut } of readPages(source, MAX_PAGES)) {
      read += rows.length;
      for (const row of rows) places.push(...placesIn(row, settings));
      const found = `${places.length} places`;
      if (isCut)
        report(`${found}, of the first ${read} of ${count} submissions. To see others, filter in the table.`);
      else report(isLast ? found : `${found}, of ${count} submissions …`);
    }
  } catch {
    report('The places could not be loaded. Reload the page to try again.');
  }
  const linkTo = (id: number): HTMLElement => {
    const link = document.createElement('a');
    link.href = `${submissions}${id}/`;
    link.textContent = `Submission ${id}`;
    return link;
  };
  const shapes = places.flatMap((place) => (place.geometry.type === 'Point' ? [] : [shapeOf(place)]));
  for (const { layer, id } of shapes) layer.bindPopup(linkTo(id)).addTo(map);
  const points = new PointClusters(map, places, linkTo);
  const bounds = shapes.reduce((all, { layer }) => all.extend(layer.getBounds()), points.bounds());
  if (bounds.isValid()) map.fitBounds(bounds, { padding: [32, 32], maxZoom: CLOSE_ZOOM });
  points.draw();
}

function shapeOf({ id, geometry }: PlacedSubmission): {
  id: number;
  layer: leaflet.Polyline | leaflet.Polygon;
} {
  const latLngs = (positions: readonly (readonly number[])[]): leaflet.LatLngTuple[] =>
    positions.map(([longitude = 0, latitude = 0]) => [latitude, longitude]);
  const style = { className: 'place', weight: 3 };
  const layer =
    geometry.type === 'Polygon'
      ? leaflet.polygon(geometry.coordinates.map(latLngs), style)
      : leaflet.polyline(geometry.type === 'LineString' ? latLngs(geometry.coordinates) : [], style);
  return { id, layer };
}

function report(text: string): void {
  if (status !== null) status.textContent = text;
}
