import type { Content } from '../content/content';
import { type Field, readSections } from '../form-history/version-schema';
import { type Geometry, isGeoType, readGeometry } from '../geo/geometry';
import type { ExportCell } from './export-cell';
import type { ExportedForm, ExportPlan } from './export-plan';
import type { ExportRow } from './row-format';

/** What is told of a place: header → what stands below it, nothing that is empty. */
export type PlaceProperties = Readonly<Record<string, ExportCell>>;

/** The places that a submission tells of, with all that it tells beside them. */
export interface Places {
  readonly geometries: readonly Geometry[];
  readonly properties: PlaceProperties;
}

/** Which places are read, and what is told of them. */
export interface PlaceChoice {
  /** Name of the one question whose places are wanted; absent: all of them. */
  readonly question?: string;
  /** Whether only answers are told of a place, and nothing that the service knows beside them. */
  readonly answersAlone?: boolean;
}

/** The first question of the newest version that asks for a place. */
export function firstPlaceQuestion({ versions }: ExportedForm): string | undefined {
  const newest = versions.at(-1);
  return newest === undefined ? undefined : placeFields(newest.content)[0]?.name;
}

/** Reads places out of rows of the top level, in the order in which the version of the row asks for them. */
export function placeReader(
  plan: ExportPlan,
  { versions }: ExportedForm,
  { question, answersAlone = false }: PlaceChoice = {},
): (row: ExportRow) => Places {
  const { questions, headers, questionWidth } = plan.sections[0]!;
  const names = new Set(question === undefined ? questions.map(({ field }) => field.name) : [question]);
  const fields = new Map(
    versions.map(({ uid, content }) => [uid, placeFields(content).filter(({ name }) => names.has(name))]),
  );
  const shown = new Map(
    versions.map(({ uid }) => [uid, shownColumns(plan, uid, answersAlone ? questionWidth : headers.length)]),
  );
  return ({ version, answers, cells }) => {
    const geometries = (fields.get(version) ?? []).flatMap(({ type, path }) => {
      const answer = answers[path];
      const geometry = isGeoType(type) && typeof answer === 'string' ? readGeometry(type, answer) : undefined;
      return geometry === undefined ? [] : [geometry];
    });
    const told = (shown.get(version) ?? []).flatMap((column): [string, ExportCell][] => {
      const cell = cells[column] ?? '';
      return cell === '' ? [] : [[headers[column]!, cell]];
    });
    return { geometries, properties: Object.fromEntries(told) };
  };
}

function placeFields(content: Content): Field[] {
  return readSections(content)[0]!.fields.filter(({ type }) => isGeoType(type));
}

/** Not those that the geometry tells; an older version's place stays, where its question was called otherwise. */
function shownColumns({ sections, style }: ExportPlan, version: string, width: number): number[] {
  const hidden = sections[0]!.questions.flatMap(({ field, group, first }) => {
    const own = field.versions.get(version);
    const isHidden = own !== undefined && isGeoType(own.type) && style.of(own) === style.of(field);
    return isHidden ? group.headers.map((_, index) => first + index) : [];
  });
  return Array.from({ length: width }, (_, column) => column).filter((column) => !hidden.includes(column));
}
