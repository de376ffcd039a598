import type { ExportedForm, ExportPlan } from './export-plan';
import { type GeoFeatureSelection, type GeoFeatures, geoFeatureReader } from './geo-features';
import type { RowFormat } from './row-format';

export interface GeoJsonOptions extends GeoFeatureSelection {
  /** One feature collection; false writes an array of one per submission. */
  readonly flatten: boolean;
}

/** Formats geo answers as GeoJSON (RFC 7946) with the other answers as properties. */
export function geoJsonFormat(plan: ExportPlan, form: ExportedForm, options: GeoJsonOptions): RowFormat {
  const read = geoFeatureReader(plan, form, options);
  const begin = `{"type":"FeatureCollection","name":${JSON.stringify(form.title)},"features":[`;
  if (!options.flatten) {
    return {
      head: () => '[',
      row: (row) => `,${begin}${features(read(row)).join(',')}]}`,
      separator: ',',
      tail: ']',
    };
  }
  return {
    head: () => begin,
    row: (row) =>
      features(read(row))
        .map((feature) => `,${feature}`)
        .join(''),
    separator: ',',
    tail: ']}',
  };
}

function features({ geometries, properties }: GeoFeatures): string[] {
  if (geometries.length === 0) return [];
  const propertiesJson = JSON.stringify(properties);
  return geometries.map(
    (geometry) => `{"type":"Feature","geometry":${JSON.stringify(geometry)},"properties":${propertiesJson}}`,
  );
}
