import * as leaflet from 'leaflet';
import {
  type GroundLabel,
  groundLabels,
  type GroundShape,
  type MapGround,
  readMapGround,
} from '../../domain/geo/map-ground';

const CHARACTER_PX = 8;
const LINE_PX = 20;
const MAX_LABELS = 40;

/** Draws coasts, borders, lakes and names of countries below everything else. */
export async function drawGround(map: leaflet.Map): Promise<void> {
  const { GROUND_DATA } = await import('./ground-data');
  const ground = readMapGround(GROUND_DATA);
  map.getContainer().classList.add('grounded');
  const pane = addPane(map, 'ground', '150');
  const renderer = leaflet.svg({ pane, padding: 0.3 });
  const draw = (shapes: readonly GroundShape[], className: string): void => {
    for (const shape of shapes)
      leaflet
        .polygon(latLngsOf(shape), {
          className,
          pane,
          renderer,
          weight: 1,
          fillOpacity: 1,
          interactive: false,
        })
        .addTo(map);
  };
  draw(ground.countries, 'land');
  draw(ground.lakes, 'lake');
  map.attributionControl.addAttribution('Natural Earth');
  nameCountries(map, ground);
}

function addPane(map: leaflet.Map, name: string, zIndex: string): string {
  const pane = map.createPane(name);
  pane.style.zIndex = zIndex;
  pane.setAttribute('aria-hidden', 'true');
  return name;
}

function latLngsOf({ rings }: GroundShape): leaflet.LatLngTuple[][] {
  return rings.map(({ points }) => {
    const ring: leaflet.LatLngTuple[] = [];
    for (let index = 0; index < points.length; index += 2) ring.push([points[index + 1]!, points[index]!]);
    return ring;
  });
}

function nameCountries(map: leaflet.Map, { countries }: MapGround): void {
  const pane = addPane(map, 'names', '160');
  const layer = leaflet.layerGroup().addTo(map);
  const draw = (): void => {
    layer.clearLayers();
    const bounds = map.getBounds();
    const visible = {
      west: bounds.getWest(),
      south: bounds.getSouth(),
      east: bounds.getEast(),
      north: bounds.getNorth(),
    };
    const labels = groundLabels(countries, visible).filter((label) => fits(map, label));
    for (const { name, latitude, longitude } of labels.slice(0, MAX_LABELS)) {
      const text = document.createElement('span');
      text.textContent = name;
      const icon = leaflet.divIcon({ className: 'country', html: text, iconSize: [widthOf(name), LINE_PX] });
      layer.addLayer(
        leaflet.marker([latitude, longitude], { icon, pane, interactive: false, keyboard: false }),
      );
    }
  };
  map.on('moveend', draw);
  draw();
}

function widthOf(name: string): number {
  return name.length * CHARACTER_PX;
}

function fits(map: leaflet.Map, { name, latitude, longitude, width, height }: GroundLabel): boolean {
  const corner = map.latLngToLayerPoint([latitude + height / 2, longitude - width / 2]);
  const opposite = map.latLngToLayerPoint([latitude - height / 2, longitude + width / 2]);
  return opposite.x - corner.x >= widthOf(name) && opposite.y - corner.y >= LINE_PX;
}
