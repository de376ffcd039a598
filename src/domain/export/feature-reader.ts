import { mergeVersions } from '../form-history/merged-schema';
import type { Geometry } from '../geo/geometry';
import type { FlatSubmission } from './column-group';
import { DEFAULT_REQUEST, exportOptions } from './export-request';
import { type ExportedForm, ExportPlan } from './export-plan';
import {
  firstGeoQuestions,
  type FeatureProperties,
  geoFeatureReader,
  type GeoFeatureSelection,
} from './geo-features';

/** A feature of GeoJSON (RFC 7946). */
export interface Feature {
  readonly type: 'Feature';
  /** Null without a valid location. */
  readonly geometry: Geometry | GeometryCollection | null;
  readonly properties: FeatureProperties;
}

interface GeometryCollection {
  readonly type: 'GeometryCollection';
  readonly geometries: readonly Geometry[];
}

export interface FeatureSelection {
  /** Name or path of the geo question; defaults to `firstGeoQuestions`, and all inside repeats. */
  readonly question: string | undefined;
  /** Paths of the questions in properties; empty selects all. */
  readonly fields: readonly string[];
}

/**
 * Reads a submission: its own feature, then one of each geo answer in its repeats.
 * @param index position of the submission in the list, from 1
 */
export type ReadFeatures = (submission: FlatSubmission, index: number) => [Feature, ...Feature[]];

/**
 * Creates a reader of submissions as features: properties are raw answers by path, outside other repeats, without geo
 * answers (contract-data 2.5), plus `_index` if the form has repeats.
 */
export function featureReader(form: ExportedForm, { question, fields }: FeatureSelection): ReadFeatures {
  const options = exportOptions({
    ...DEFAULT_REQUEST,
    type: 'geojson',
    lang: '_xml',
    hierarchy_in_labels: true,
    multiple_select: 'summary',
    fields,
  });
  const plan = new ExportPlan(form, options);
  const read = geoFeatureReader(plan, form, { selects: selectionOf(form, question), answersOnly: true });
  const hasRepeats = plan.sections.length > 1;
  return (submission, index) => {
    let own: Feature = { type: 'Feature', geometry: null, properties: {} };
    const copies: Feature[] = [];
    plan.forEachRow(submission, [index - 1], (row) => {
      const { geometries, properties } = read(row);
      if (row.parent === undefined) {
        own = {
          type: 'Feature',
          geometry: geometries[0] ?? null,
          properties: hasRepeats ? { ...properties, _index: index } : properties,
        };
      } else for (const geometry of geometries) copies.push({ type: 'Feature', geometry, properties });
    });
    return [own, ...copies];
  };
}

/** One feature of a submission; places in its repeats are its geometry if it has no other. */
export function featureOfSubmission([own, ...copies]: readonly [Feature, ...Feature[]]): Feature {
  if (own.geometry !== null || copies.length === 0) return own;
  const geometries = copies.map(({ geometry }) => geometry as Geometry);
  return { ...own, geometry: { type: 'GeometryCollection', geometries } };
}

function selectionOf(
  form: ExportedForm,
  question: string | undefined,
): NonNullable<GeoFeatureSelection['selects']> {
  if (question === undefined) {
    const first = firstGeoQuestions(form);
    return (section, { name }, version) => section !== '' || first.get(version)!.includes(name);
  }
  const fields = mergeVersions(form.versions).flatMap((section) => section.fields);
  const last = question.split('/').at(-1)!;
  const byPath = fields.filter(({ paths }) => [...paths.values()].includes(question));
  const byName = fields.filter(({ nodeName }) => nodeName === last);
  const outside = byName.filter(({ section }) => section === '');
  const chosen = [byPath, outside, byName].find((each) => each.length > 0) ?? [];
  const paths = new Set(chosen.flatMap((each) => [...each.paths.values()]));
  return (_section, { path }) => paths.has(path);
}
