import type { Geometry, Position } from '../geo/geometry';
import { escapeAttribute, escapeText } from '../text/xml-text';
import type { ExportedForm, ExportPlan } from './export-plan';
import { type FeatureProperties, geoFeatureReader } from './geo-features';
import type { RowFormat } from './row-format';

/** Formats geo answers as KML placemarks with the other answers as extended data. */
export function kmlFormat(plan: ExportPlan, form: ExportedForm): RowFormat {
  const read = geoFeatureReader(plan, form);
  return {
    head: () =>
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
      `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${escapeText(form.title)}</name>`,
    row: (row) => {
      const { geometries, properties } = read(row);
      if (geometries.length === 0) return '';
      const data = dataXml(properties);
      return geometries
        .map((geometry) => `<Placemark>${data}${geometryXml(geometry)}</Placemark>`)
        .join('\n');
    },
    separator: '',
    tail: '</Document></kml>\n',
  };
}

function dataXml(properties: FeatureProperties): string {
  const data = Object.entries(properties).map(
    ([name, value]) =>
      `<Data name="${escapeAttribute(name)}"><value>${escapeText(String(value))}</value></Data>`,
  );
  return `<ExtendedData>${data.join('')}</ExtendedData>`;
}

function geometryXml(geometry: Geometry): string {
  switch (geometry.type) {
    case 'Point':
      return `<Point>${coordinates([geometry.coordinates])}</Point>`;
    case 'LineString':
      return `<LineString>${coordinates(geometry.coordinates)}</LineString>`;
    case 'Polygon': {
      const rings = geometry.coordinates.map((ring) => `<LinearRing>${coordinates(ring)}</LinearRing>`);
      return `<Polygon><outerBoundaryIs>${rings.join('')}</outerBoundaryIs></Polygon>`;
    }
  }
}

function coordinates(positions: readonly Position[]): string {
  return `<coordinates>${positions.map((position) => position.join(',')).join(' ')}</coordinates>`;
}
