import type { Geometry } from '../geo/geometry';
import type { FlatSubmission } from './column-group';
import { DEFAULT_REQUEST, exportOptions } from './export-request';
import { type ExportedForm, ExportPlan } from './export-plan';
import { firstGeoQuestion, type FeatureProperties, geoFeatureReader } from './geo-features';

/** Submission as a GeoJSON feature (RFC 7946). */
export interface Feature {
  readonly type: 'Feature';
  /** Null without a valid location. */
  readonly geometry: Geometry | null;
  readonly properties: FeatureProperties;
}

export interface FeatureSelection {
  /** Name or path of the geo question; defaults to the first of the newest version. */
  readonly question: string | undefined;
  /** Paths of the questions in properties; empty selects all. */
  readonly fields: readonly string[];
}

/** @param index position of the submission in the list, from 1 */
export type ReadFeature = (submission: FlatSubmission, index: number) => Feature;

/**
 * Creates a reader of submissions as features: properties are raw answers by path, outside repeats, without geo answers
 * (contract-data 2.5), plus `_index` if the form has repeats.
 */
export function featureReader(form: ExportedForm, { question, fields }: FeatureSelection): ReadFeature {
  const options = exportOptions({
    ...DEFAULT_REQUEST,
    type: 'geojson',
    lang: '_xml',
    hierarchy_in_labels: true,
    multiple_select: 'summary',
    fields,
  });
  const plan = new ExportPlan(form, options);
  const name = question === undefined ? firstGeoQuestion(form) : question.split('/').at(-1)!;
  // No question is named ''.
  const read = geoFeatureReader(plan, form, { question: name ?? '', answersOnly: true });
  const hasRepeats = plan.sections.length > 1;
  return (submission, index) => {
    let feature: Feature = { type: 'Feature', geometry: null, properties: {} };
    plan.forEachRow(submission, [index - 1], (row) => {
      const { geometries, properties } = read(row);
      feature = {
        type: 'Feature',
        geometry: geometries[0] ?? null,
        properties: hasRepeats ? { ...properties, _index: index } : properties,
      };
    });
    return feature;
  };
}
