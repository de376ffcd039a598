import type { Content } from '../content/content';
import { type Field, readSections } from '../form-history/version-schema';
import { type Geometry, isGeoType, readGeometry } from '../geo/geometry';
import type { ExportCell } from './export-cell';
import type { ExportedForm, ExportPlan } from './export-plan';
import type { ExportRow } from './row-format';

/** Properties of a feature: header → non-empty cell. */
export type FeatureProperties = Readonly<Record<string, ExportCell>>;

/** Geometries of a submission and their common properties. */
export interface GeoFeatures {
  readonly geometries: readonly Geometry[];
  readonly properties: FeatureProperties;
}

export interface GeoFeatureSelection {
  /** Name of the geo question; absent selects all. */
  readonly question?: string;
  readonly answersOnly?: boolean;
}

/** Name of the first geo question of the newest version. */
export function firstGeoQuestion({ versions }: ExportedForm): string | undefined {
  const newest = versions.at(-1);
  return newest === undefined ? undefined : geoFields(newest.content)[0]?.name;
}

/** Creates a reader of geometries from top-level rows, in question order of the version of the row. */
export function geoFeatureReader(
  plan: ExportPlan,
  { versions }: ExportedForm,
  { question, answersOnly = false }: GeoFeatureSelection = {},
): (row: ExportRow) => GeoFeatures {
  const { questions, headers, questionColumnCount } = plan.sections[0]!;
  const names = new Set(question === undefined ? questions.map(({ field }) => field.nodeName) : [question]);
  const fields = new Map(
    versions.map(({ uid, content }) => [
      uid,
      geoFields(content).filter(({ name, path }) => names.has(name) || names.has(path)),
    ]),
  );
  const columnCount = answersOnly ? questionColumnCount : headers.length;
  const columns = new Map(versions.map(({ uid }) => [uid, propertyColumns(plan, uid, columnCount)]));
  return ({ version, answers, cells }) => {
    const geometries = (fields.get(version) ?? []).flatMap(({ type, path }) => {
      const answer = answers[path];
      const geometry = isGeoType(type) && typeof answer === 'string' ? readGeometry(type, answer) : undefined;
      return geometry === undefined ? [] : [geometry];
    });
    const properties = (columns.get(version) ?? []).flatMap((column): [string, ExportCell][] => {
      const cell = cells[column] ?? '';
      return cell === '' ? [] : [[headers[column]!, cell]];
    });
    return { geometries, properties: Object.fromEntries(properties) };
  };
}

function geoFields(content: Content): Field[] {
  return readSections(content)[0]!.fields.filter(({ type }) => isGeoType(type));
}

/** Columns that are not geometry of this version; keeps those of a geo question that was named differently. */
function propertyColumns({ sections, style }: ExportPlan, version: string, columnCount: number): number[] {
  const hidden = sections[0]!.questions.flatMap(({ field, group, firstColumn }) => {
    const versionField = field.versions.get(version);
    const isGeometry =
      versionField !== undefined &&
      isGeoType(versionField.type) &&
      style.label(versionField) === style.label({ ...field, name: field.nodeName });
    return isGeometry ? group.headers.map((_, index) => firstColumn + index) : [];
  });
  return Array.from({ length: columnCount }, (_, column) => column).filter(
    (column) => !hidden.includes(column),
  );
}
