/** Draws the places of submissions: clusters of points, lines and areas. */
import 'leaflet/dist/leaflet.css';
import * as leaflet from 'leaflet';
import { readPages } from './read-pages';
import { DrawnPlaces } from './drawn-places';
import { type PlacedSubmission, type PlaceSource, placesIn, readSettings, sourceName } from './places';

/** Half a million submissions, for the memory of the browser. */
const MAX_PAGES = 500;
const NO_PLACES = 'No submission has a place here.';
const WORLD_ZOOM = 2;
const MAX_ZOOM = 19;

const element = document.querySelector<HTMLElement>('#map');
const status = document.querySelector<HTMLElement>('#map-status');
if (element !== null) void draw(element);

async function draw(container: HTMLElement): Promise<void> {
  const settings = readSettings(container.dataset);
  const map = leaflet.map(container, { worldCopyJump: true, maxZoom: MAX_ZOOM }).setView([0, 0], WORLD_ZOOM);
  map.attributionControl.setPrefix(false);
  leaflet.control.scale({ imperial: false }).addTo(map);
  const { tiles, attribution, source, submissions, parameters } = settings;
  if (tiles !== undefined) leaflet.tileLayer(tiles, { maxZoom: MAX_ZOOM, attribution }).addTo(map);
  const linkTo = (place: PlaceSource): HTMLElement => {
    const link = document.createElement('a');
    link.href = `${submissions}${place.id}/${parameters === '' ? '' : `?${parameters}`}`;
    link.textContent = sourceName(place);
    return link;
  };
  const drawn = new DrawnPlaces(map, linkTo);
  const places: PlacedSubmission[] = [];
  let read = 0;
  let drawNextAt = 1;
  try {
    for await (const { rows, count, isLast, isCut } of readPages(source, MAX_PAGES)) {
      read += rows.length;
      for (const row of rows) places.push(...placesIn(row, settings));
      const found = `${number(places.length)} places`;
      if (isCut)
        report(
          `${found}, of the first ${number(read)} of ${number(count)} submissions. To see others, filter in the table.`,
        );
      else if (isLast && places.length === 0) report(NO_PLACES);
      else report(isLast ? found : `${found}, ${number(read)} of ${number(count)} submissions read …`);
      // Rebuilds the clusters each time the count has doubled: linear cost in total.
      if (read < drawNextAt && !isLast) continue;
      drawn.show(places);
      drawNextAt = 2 * read;
    }
  } catch {
    drawn.show(places);
    report(`Only ${number(places.length)} places could be loaded. Reload the page to try again.`);
  }
}

function number(count: number): string {
  return count.toLocaleString('en');
}

function report(text: string): void {
  if (status !== null) status.textContent = text;
}
