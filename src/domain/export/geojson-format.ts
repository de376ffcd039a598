import type { ExportedForm, ExportPlan } from './export-plan';
import { type PlaceChoice, type Places, placeReader } from './geo-features';
import type { RowFormat } from './row-format';

export interface GeoJsonOptions extends PlaceChoice {
  /** One collection of everything; false: an array with a collection for each submission. */
  readonly flatten: boolean;
}

/** Places as RFC 7946 has them, with all that was answered beside them. */
export function geoJsonFormat(plan: ExportPlan, form: ExportedForm, options: GeoJsonOptions): RowFormat {
  const read = placeReader(plan, form, options);
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

function features({ geometries, properties }: Places): string[] {
  if (geometries.length === 0) return [];
  const told = JSON.stringify(properties);
  return geometries.map(
    (geometry) => `{"type":"Feature","geometry":${JSON.stringify(geometry)},"properties":${told}}`,
  );
}
