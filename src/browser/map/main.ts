/** Draws the places of submissions: clusters of points, lines and areas. */
import 'leaflet/dist/leaflet.css';
import * as leaflet from 'leaflet';
import { Colours, showLegend } from './colours';
import { DrawnPlaces } from './drawn-places';
import { drawGround } from './ground';
import { bindMapForm } from './map-form';
import { PlaceCards } from './place-card';
import { type MapSettings, type PlacedSubmission, placesIn, readSettings } from './places';
import { numberText as number, text } from '../texts';
import { readPages } from './read-pages';
import { showServerClusters } from './server-clusters';

/** Half a million submissions, for the memory of the browser. */
const MAX_PAGES = 500;
/** As many entries as submissions are clustered in the browser. */
const MAX_ENTRY_PAGES = 30;
const WORLD_ZOOM = 2;
const MAX_ZOOM = 19;
/** Steps of the zoom on the ground, which is sharp at any; tiles are at whole ones. */
const GROUND_SNAP = 0.25;

const element = document.querySelector<HTMLElement>('#map');
const status = document.querySelector<HTMLElement>('#map-status');
const legend = document.querySelector<HTMLElement>('#map-legend');
if (element !== null) void draw(element);
bindMapForm();

function mapIn(container: HTMLElement, { tiles, attribution }: MapSettings): leaflet.Map {
  const zoomSnap = tiles === undefined ? GROUND_SNAP : 1;
  const options = { worldCopyJump: true, maxZoom: MAX_ZOOM, zoomSnap };
  const map = leaflet.map(container, options).setView([0, 0], WORLD_ZOOM);
  map.attributionControl.setPrefix(false);
  leaflet.control.scale({ imperial: false }).addTo(map);
  if (tiles !== undefined) leaflet.tileLayer(tiles, { maxZoom: MAX_ZOOM, attribution }).addTo(map);
  // Without it, places are on a plain background.
  else drawGround(map).catch(() => undefined);
  return map;
}

async function draw(container: HTMLElement): Promise<void> {
  const settings = readSettings(container.dataset);
  const map = mapIn(container, settings);
  const { source, submissions, parameters, colouring } = settings;
  const linkOf = (id: number | string): string =>
    `${submissions}${id}/${parameters === '' ? '' : `?${parameters}`}`;
  const cards = new PlaceCards(
    new URL(source, location.href).pathname,
    linkOf,
    settings.shown,
    settings.isOfEntries,
  );
  const drawn = new DrawnPlaces(map, cards);
  const places: PlacedSubmission[] = [];
  const show = (): void => {
    const colours =
      colouring &&
      new Colours(
        colouring,
        places.map(({ answer }) => answer),
      );
    drawn.show(places, colours);
    if (colours !== undefined && legend !== null) showLegend(legend, colouring!.label, colours.legend());
  };
  const maxPages = settings.isOfEntries ? MAX_ENTRY_PAGES : MAX_PAGES;
  let read = 0;
  let drawNextAt = 1;
  try {
    for await (const { rows, count, isLast, isCut } of readPages(source, maxPages)) {
      if (count > settings.limit) {
        await showServerClusters(map, settings.clusters, cards, report);
        return;
      }
      read += rows.length;
      for (const row of rows) places.push(...placesIn(row, settings));
      const values = { places: number(places.length), read: number(read), count: number(count) };
      if (isCut)
        report(
          text(
            settings.isOfEntries
              ? '{places} places, of the first {read} of {count} entries. To see others, search in the list.'
              : '{places} places, of the first {read} of {count} submissions. To see others, filter in the table.',
            values,
          ),
        );
      else if (isLast && places.length === 0)
        report(text(settings.isOfEntries ? 'No entry has a place here.' : 'No submission has a place here.'));
      else if (isLast) report(text('{places} places', values));
      else if (settings.isOfEntries)
        report(text('{places} places, {read} of {count} entries read …', values));
      else report(text('{places} places, {read} of {count} submissions read …', values));
      // Rebuilds the clusters each time the count has doubled: linear cost in total.
      if (read < drawNextAt && !isLast) continue;
      show();
      drawNextAt = 2 * read;
    }
  } catch {
    show();
    report(
      text('Only {places} places could be loaded. Reload the page to try again.', {
        places: number(places.length),
      }),
    );
  }
}

function report(message: string): void {
  if (status !== null) status.textContent = message;
}
