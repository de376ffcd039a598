import { type MergedField, type MergedSection, mergeVersions } from '../form-history/merged-schema';
import {
  type ColumnGroup,
  type FlatSubmission,
  LabelStyle,
  type WriteAnswer,
  type ColumnType,
} from './column-group';
import { type ExportOptions, isTableType } from './export-request';
import type { ExportRow } from './row-format';
import {
  repeatColumns,
  type RowPosition,
  systemColumns,
  topLevelColumns,
  type TrailingColumn,
} from './system-column';
import type { Field, FormVersion } from '../form-history/version-schema';
import { tableNames } from './table-names';
import type { ExportCell } from './export-cell';
import { questionColumns } from './question-columns';
import type { SurveyRow } from '../content/content';
import type { QuestionFeature } from '../supplement/question-feature';
import { type SupplementColumn, supplementColumns } from './supplement-columns';

const PREFIX = 'hxl:';

/** HXL (Humanitarian Exchange Language) tag of a question with attributes, such as `#affected+f`; undefined without one. */
function hxlTag({ tags }: SurveyRow): string | undefined {
  if (!Array.isArray(tags)) return undefined;
  const parts = tags.flatMap((tag) =>
    typeof tag === 'string' && tag.startsWith(PREFIX) ? [tag.slice(PREFIX.length)] : [],
  );
  return parts.length === 0 ? undefined : parts.join('');
}

interface QuestionColumns {
  readonly field: MergedField;
  readonly group: ColumnGroup;
  /** They follow the columns of the group. */
  readonly supplements: readonly SupplementColumn[];
  readonly firstColumn: number;
}

/** Of a question of which only supplements are selected. */
const NO_COLUMNS: ColumnGroup = { headers: [], types: [], writer: () => () => undefined };

interface AnswerColumns {
  readonly path: string;
  readonly firstColumn: number;
  readonly write: WriteAnswer;
}

/** Columns of a section; fills in its rows. */
export class SectionPlan {
  readonly questions: readonly QuestionColumns[];
  readonly headers: readonly string[];
  /** Of each header. */
  readonly types: readonly ColumnType[];
  /** Number of question columns, which come first. */
  readonly questionColumnCount: number;
  /** Second header row with HXL tags, if any question has one. */
  readonly tags: readonly string[] | undefined;
  private readonly supplements: readonly (SupplementColumn & { readonly index: number })[];
  private readonly trailing: readonly TrailingColumn[];
  private readonly answers: ReadonlyMap<string, readonly AnswerColumns[]>;

  /**
   * @param title of the form, or name of the repeat
   * @param hasChildRows whether rows of repeats reference rows of this section
   * @param features of the questions of this section
   */
  constructor(
    readonly section: MergedSection,
    readonly title: string,
    options: ExportOptions,
    hasChildRows: boolean,
    features: readonly QuestionFeature[],
  ) {
    const style = new LabelStyle(options);
    const isTyped = options.type === 'xls' && (options.isFormatted || !options.typesAsText);
    const selection = new Set(options.fields);
    const selectsAll = selection.size === 0;
    this.questions = assignColumns(
      section.fields.flatMap((field) => {
        const source = { field, options, style, isTyped };
        const supplements = supplementColumns(features, source).filter(
          ({ key }) => selectsAll || selection.has(key),
        );
        const isShown = selectsAll || isSelectedField(field, selection);
        if (!isShown && supplements.length === 0) return [];
        return [{ field, group: isShown ? questionColumns(source) : NO_COLUMNS, supplements }];
      }),
    );
    this.supplements = this.questions.flatMap(({ group, supplements, firstColumn }) =>
      supplements.map((column, at) => ({ ...column, index: firstColumn + group.headers.length + at })),
    );
    const headers = this.questions.flatMap(({ group, supplements }) => [
      ...group.headers,
      ...supplements.map(({ header }) => header),
    ]);
    this.questionColumnCount = headers.length;
    const trailingColumns = section.name === '' ? topLevelColumns : repeatColumns;
    this.trailing = trailingColumns(systemColumns(style.usesNames, isTyped), selection, hasChildRows);
    this.headers = [...headers, ...this.trailing.map(({ header }) => header)];
    this.types = [
      ...this.questions.flatMap(({ group, supplements }) => [
        ...group.types,
        ...supplements.map(({ type }) => type),
      ]),
      ...this.trailing.map(({ type }) => type),
    ];
    this.tags = hxlTags(this.questions, this.headers.length);
    const versions = [...section.paths.keys()];
    this.answers = new Map(versions.map((version) => [version, this.answersOf(version)]));
  }

  /**
   * Returns the cells of a row.
   * @param version of the submission
   * @param answers of the submission, or of one repetition of a repeat
   */
  row(
    version: string,
    answers: FlatSubmission,
    submission: FlatSubmission,
    position: RowPosition,
  ): ExportCell[] {
    const cells = new Array<ExportCell>(this.headers.length).fill('');
    for (const { path, firstColumn, write } of this.answers.get(version) ?? []) {
      const answer = answers[path];
      if (answer === undefined || answer === '') continue;
      write(typeof answer === 'string' ? answer : JSON.stringify(answer), cells, firstColumn, submission);
    }
    for (const { read, index } of this.supplements) cells[index] = read(submission);
    let column = this.questionColumnCount;
    for (const { read } of this.trailing) cells[column++] = read(submission, position);
    return cells;
  }

  private answersOf(version: string): AnswerColumns[] {
    return this.questions.flatMap(({ field, group, firstColumn }) => {
      const versionField = field.versions.get(version);
      if (versionField === undefined) return [];
      return [
        { path: versionField.path, firstColumn, write: group.writer(withAllOptions(versionField, field)) },
      ];
    });
  }
}

/** Merges the choices of all versions of a question into its newest version. */
function withAllOptions(versionField: Field, { versions, options }: MergedField): Field {
  const [newest] = versions.values();
  return versionField === newest ? { ...versionField, options } : versionField;
}

function isSelectedField({ paths }: MergedField, selection: ReadonlySet<string>): boolean {
  return [...paths.values()].some((path) => selection.has(path));
}

function assignColumns(questions: readonly Omit<QuestionColumns, 'firstColumn'>[]): QuestionColumns[] {
  let next = 0;
  return questions.map((question) => {
    const firstColumn = next;
    next += question.group.headers.length + question.supplements.length;
    return { ...question, firstColumn };
  });
}

function hxlTags(questions: readonly QuestionColumns[], columnCount: number): string[] | undefined {
  const tags = new Array<string>(columnCount).fill('');
  for (const { field, firstColumn } of questions) tags[firstColumn] = hxlTag(field.row) ?? '';
  return tags.some((tag) => tag !== '') ? tags : undefined;
}

/** Substring of the keys that hold a version uid. */
const VERSION_KEY_PART = '_version_';

/**
 * Finds the form version of a submission: the newest that it names, or else the newest of all (contract-xlsform 4.2).
 * @param uids of the versions, oldest first
 */
function versionFinder(uids: readonly string[]): (submission: FlatSubmission) => string {
  const newest = uids.at(-1) ?? '';
  if (uids.length <= 1) return () => newest;
  const indexes = new Map(uids.map((uid, index) => [uid, index]));
  return (submission) => {
    let newestNamed = -1;
    for (const key in submission) {
      if (!key.includes(VERSION_KEY_PART)) continue;
      newestNamed = Math.max(newestNamed, indexes.get(submission[key] as string) ?? -1);
    }
    return uids[newestNamed] ?? newest;
  };
}

export interface ExportedForm {
  readonly title: string;
  /** Oldest first, at least one. Submissions of unknown versions count as of the newest. */
  readonly versions: readonly FormVersion[];
  /** Of questions; each adds columns. */
  readonly features?: readonly QuestionFeature[];
}

/** Repeat directly inside a section, in one version. */
interface NestedSection {
  readonly number: number;
  readonly path: string;
}

export class ExportPlan {
  readonly sections: readonly SectionPlan[];
  /** Indexed by section. A repeat without selected questions is hidden: its rows are only counted. */
  readonly isShown: readonly boolean[];
  readonly style: LabelStyle;
  private readonly nested: readonly ReadonlyMap<string, readonly NestedSection[]>[];
  private readonly findVersion: (submission: FlatSubmission) => string;

  constructor({ title, versions, features = [] }: ExportedForm, requested: ExportOptions) {
    const isGeo = requested.type === 'geojson' || requested.type === 'kml';
    const options: ExportOptions = {
      ...requested,
      ...(isGeo && { selectMode: 'summary' }),
      fields: withStatus(requested.fields, versions),
    };
    const merged = mergeVersions(versions);
    const uids = versions.map(({ uid }) => uid);
    const nested = merged.map((section) => nestedSections(section, merged, uids));
    const hasTables = isTableType(options.type);
    this.nested = hasTables || options.type === 'xls' ? nested : merged.map(() => new Map());
    const titles = hasTables ? tableNames(merged) : merged.map(({ name }) => (name === '' ? title : name));
    this.sections = merged.map((section, index) => {
      const hasChildRows = [...nested[index]!.values()].some((each) => each.length > 0);
      // Supplements belong to a submission, not to a repetition.
      const own = section.name === '' ? features : [];
      return new SectionPlan(section, titles[index]!, options, hasTables || hasChildRows, own);
    });
    this.isShown = this.sections.map(
      ({ section, questions }) => section.name === '' || options.fields.length === 0 || questions.length > 0,
    );
    this.style = new LabelStyle(options);
    this.findVersion = versionFinder(uids);
  }

  /** Calls `emit` for each row of a submission. @param counts rows by section so far; updated */
  forEachRow(submission: FlatSubmission, counts: number[], emit: (row: ExportRow) => void): void {
    const version = this.findVersion(submission);
    this.walk(0, version, submission, submission, undefined, counts, emit);
  }

  private walk(
    number: number,
    version: string,
    answers: FlatSubmission,
    submission: FlatSubmission,
    parent: RowPosition['parent'],
    counts: number[],
    emit: (row: ExportRow) => void,
  ): void {
    const section = this.sections[number]!;
    const index = (counts[number] ?? 0) + 1;
    counts[number] = index;
    if (this.isShown[number]) {
      const cells = section.row(version, answers, submission, { index, parent });
      emit({ section: number, index, version, answers, submission, cells });
    }
    for (const nested of this.nested[number]!.get(version) ?? []) {
      const repetitions = answers[nested.path];
      if (!Array.isArray(repetitions)) continue;
      const parentRow = { title: section.title, index };
      for (const repetition of repetitions as unknown[]) {
        if (typeof repetition !== 'object' || repetition === null) continue;
        this.walk(nested.number, version, repetition as FlatSubmission, submission, parentRow, counts, emit);
      }
    }
  }
}

/** Adds `_status` to selected fields if a version encrypts: rows without answers say why. */
function withStatus(fields: readonly string[], versions: readonly FormVersion[]): readonly string[] {
  const encrypts = versions.some(({ content }) => (content.settings.public_key ?? '') !== '');
  return encrypts && fields.length > 0 ? [...fields, '_status'] : fields;
}

function nestedSections(
  { name }: MergedSection,
  sections: readonly MergedSection[],
  versions: readonly string[],
): Map<string, NestedSection[]> {
  return new Map(
    versions.map((version) => [
      version,
      sections.flatMap(({ parents, paths }, number) =>
        parents.get(version) === name ? [{ number, path: paths.get(version)! }] : [],
      ),
    ]),
  );
}
