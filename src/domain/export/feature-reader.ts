import type { Geometry } from '../geo/geometry';
import type { SubmissionJson } from './column-group';
import type { ExportOptions } from './export-options';
import { type ExportedForm, ExportPlan } from './export-plan';
import { firstPlaceQuestion, type PlaceProperties, placeReader } from './geo-features';

/** A submission on a map, as RFC 7946 has it. */
export interface Feature {
  readonly type: 'Feature';
  /** Null where it tells no place. */
  readonly geometry: Geometry | null;
  readonly properties: PlaceProperties;
}

/** What of submissions a map shows. */
export interface FeatureChoice {
  /** Name or path of the question that says where; undefined: the first of the newest version. */
  readonly question: string | undefined;
  /** Paths of the questions that are told; empty: all. */
  readonly fields: readonly string[];
}

/** Reads a submission. @param index its position in the list, from 1 */
export type ReadFeature = (submission: SubmissionJson, index: number) => Feature;

/**
 * Reads submissions as the list shows them on a map: answers outside of repeats under their paths, as they were given, but
 * for places (contract-data 2.5). Of a form with repeats they tell their position too.
 */
export function featureReader(form: ExportedForm, { question, fields }: FeatureChoice): ReadFeature {
  const options: ExportOptions = {
    type: 'geojson',
    language: undefined,
    groupSeparator: '/',
    hierarchyInLabels: true,
    selectMode: 'summary',
    fields,
    flatten: true,
    includeMediaUrls: false,
    typesAsText: true,
  };
  const plan = new ExportPlan(form, options);
  const asked = question === undefined ? firstPlaceQuestion(form) : question.split('/').at(-1)!;
  // What no question is called is told by none.
  const read = placeReader(plan, form, { question: asked ?? '', answersAlone: true });
  const hasRepeats = plan.sections.length > 1;
  return (submission, index) => {
    let feature: Feature = { type: 'Feature', geometry: null, properties: {} };
    plan.rowsOf(submission, [index - 1], (row) => {
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
