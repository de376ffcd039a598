import { type Field, readSections } from '../form-history/version-schema';
import { type Geometry, type GeoType, isGeoType, readGeometry } from '../geo/geometry';
import { answerAt, type ExportCell } from './column-group';
import type { ExportedForm, ExportPlan } from './export-plan';
import type { SectionPlan } from './section-plan';
import type { ExportRow } from './row-format';

/** Properties of a feature: header → non-empty cell. */
export type FeatureProperties = Readonly<Record<string, ExportCell>>;

/** Geometries of a row, and their common properties. */
export interface GeoFeatures {
  readonly geometries: readonly Geometry[];
  readonly properties: FeatureProperties;
}

export interface GeoFeatureSelection {
  /** Whether a question of a section is read in rows of a version; absent: the questions of the plan. */
  readonly selects?: (section: string, field: Field, version: string) => boolean;
  /** Omits the columns of the submission behind the answers. */
  readonly answersOnly?: boolean;
}

const INDEX = '_index';

/**
 * Names of the geo questions that are read by default, by version: the first of the newest version outside repeats, and the
 * own first of a version that lacks it.
 */
export function firstGeoQuestions({ versions }: ExportedForm): ReadonlyMap<string, readonly string[]> {
  const names = versions.map(({ uid, content }) => ({
    uid,
    own: readSections(content)[0]!.fields.flatMap(({ type, name }) => (isGeoType(type) ? [name] : [])),
  }));
  const newest = names.at(-1)?.own.slice(0, 1) ?? [];
  return new Map(
    names.map(({ uid, own }) => [
      uid,
      newest.some((name) => own.includes(name)) ? newest : [...newest, ...own.slice(0, 1)],
    ]),
  );
}

/**
 * Creates a reader of geometries, in question order of the version of the row, or of the newest if only its questions count. Properties of a copy of a repeat are the
 * answers of the submission, of the copies around it and its own, then its place as in the sheet of the repeat.
 */
export function geoFeatureReader(
  plan: ExportPlan,
  form: ExportedForm,
  { selects, answersOnly = false }: GeoFeatureSelection = {},
): (row: ExportRow) => GeoFeatures {
  const geometriesOf = geometryReader(plan, form, selects);
  const columns = plan.sections.map((_, section) => new PropertyColumns(plan, form, section, answersOnly));
  return (row) => {
    const geometries = geometriesOf(row);
    if (geometries.length === 0 && row.parent !== undefined) return { geometries, properties: {} };
    const properties: Record<string, ExportCell> = {};
    for (const each of rowsDownTo(row)) columns[each.section]!.addTo(properties, each);
    return { geometries, properties: row.parent === undefined ? properties : placed(properties, row, plan) };
  };
}

function geometryReader(
  { sections }: ExportPlan,
  { versions, newestOnly = false }: ExportedForm,
  selects: GeoFeatureSelection['selects'],
): (row: ExportRow) => Geometry[] {
  const planned = sections.map(({ questions }) => new Set(questions.map(({ field }) => field.nodeName)));
  const isSelected = (section: number, field: Field, version: string): boolean =>
    selects?.(sections[section]!.section.name, field, version) ?? planned[section]!.has(field.name);
  const read = versions.map(({ uid, content }) => ({ uid, sections: readSections(content) }));
  const paths = new Map(
    read.map((own) => {
      const known = new Set(own.sections.flatMap(({ fields }) => fields.map(({ path }) => path)));
      // Places at paths that the version lacks come from edits with the form of another version.
      const others = read.filter((each) => each !== own).flatMap((each) => each.sections);
      const missing = others.flatMap(({ name, fields }) =>
        fields.filter(({ path }) => !known.has(path)).map((field) => ({ section: name, field })),
      );
      const ownFields = own.sections.flatMap(({ name, fields }) =>
        fields.map((field) => ({ section: name, field })),
      );
      return [
        own.uid,
        sections.map(({ section, questions }, number) => {
          const geo = [...ownFields, ...missing].flatMap(({ section: name, field }) =>
            name === section.name && isGeoType(field.type) && isSelected(number, field, own.uid)
              ? [[field.path, { type: field.type, path: field.path }] as const]
              : [],
          );
          const found = [...new Map(geo).values()];
          if (!newestOnly) return found;
          const order = new Map(questions.map(({ field }, index) => [field.paths.get(own.uid), index]));
          const rankOf = (path: string): number => order.get(path) ?? order.size;
          return found.toSorted((one, other) => rankOf(one.path) - rankOf(other.path));
        }),
      ];
    }),
  );
  return ({ version, section, answers }) =>
    (paths.get(version)?.[section] ?? []).flatMap(({ type, path }) =>
      geometryOf(type, answerAt(answers, path)),
    );
}

function geometryOf(type: GeoType, answer: unknown): Geometry[] {
  const geometry = typeof answer === 'string' ? readGeometry(type, answer) : undefined;
  return geometry === undefined ? [] : [geometry];
}

/** The row of the submission, then the copies down to a row. */
function rowsDownTo(row: ExportRow): ExportRow[] {
  return row.parent === undefined ? [row] : [...rowsDownTo(row.parent), row];
}

/** Columns of a section that are properties, without geometries of the version of a row. */
class PropertyColumns {
  private readonly headers: readonly string[];
  private readonly byVersion: ReadonlyMap<string, readonly number[]>;

  constructor(plan: ExportPlan, { versions }: ExportedForm, section: number, answersOnly: boolean) {
    const own = plan.sections[section]!;
    const hasTrailing = section === 0 && !answersOnly;
    const count = hasTrailing ? own.headers.length : own.questionColumnCount;
    this.headers = distinctHeaders(plan, own);
    this.byVersion = new Map(versions.map(({ uid }) => [uid, propertyColumns(plan, own, uid, count)]));
  }

  addTo(properties: Record<string, ExportCell>, { version, cells }: ExportRow): void {
    for (const column of this.byVersion.get(version) ?? []) {
      const cell = cells[column] ?? '';
      if (cell !== '') properties[this.headers[column]!] = cell;
    }
  }
}

/** A header that a section around a repeat has too gets the name of the repeat before it: both answers are properties. */
function distinctHeaders({ sections, style }: ExportPlan, own: SectionPlan): readonly string[] {
  const around = new Set([own.section.name]);
  for (const name of around)
    for (const parent of sections.find((each) => each.section.name === name)!.section.parents.values())
      around.add(parent);
  const chain = [
    ...sections.filter(({ section: { name } }) => name !== own.section.name && around.has(name)),
    own,
  ];
  const taken = new Set<string>();
  let headers: readonly string[] = [];
  for (const { section, headers: named } of chain) {
    headers = named.map((header) => {
      let distinct = header;
      while (taken.has(distinct)) distinct = `${section.name}${style.choiceSeparator}${distinct}`;
      return distinct;
    });
    for (const header of headers) taken.add(header);
  }
  return headers;
}

/** Columns that are not geometry of this version; keeps those of a geo question that was named differently. */
function propertyColumns(
  { style }: ExportPlan,
  { questions }: SectionPlan,
  version: string,
  columnCount: number,
): number[] {
  const hidden = questions.flatMap(({ field, group, firstColumn }) => {
    const versionField = field.versions.get(version);
    const isGeometry =
      versionField !== undefined &&
      isGeoType(versionField.type) &&
      [field.nodeName, style.label(versionField)].includes(style.label({ ...field, name: field.nodeName }));
    return isGeometry ? group.headers.map((_, index) => firstColumn + index) : [];
  });
  return Array.from({ length: columnCount }, (_, column) => column).filter(
    (column) => !hidden.includes(column),
  );
}

/** Adds the place of a copy: its submission, its row among those of its repeat, and the row that it is in. */
function placed(
  { [INDEX]: _submissionIndex, ...properties }: FeatureProperties,
  { submission, index, parent }: ExportRow,
  { sections }: ExportPlan,
): FeatureProperties {
  const { _id: id } = submission;
  return {
    ...properties,
    ...(typeof id === 'number' && { _id: id }),
    [INDEX]: index,
    _parent_table_name: sections[parent!.section]!.title,
    _parent_index: parent!.index,
  };
}
