import type { MergedField, MergedSection } from '../form-history/merged-schema';
import { type Field, rowName } from '../form-history/version-schema';
import type { QuestionFeature } from '../supplement/question-feature';
import {
  answerAt,
  type ColumnGroup,
  type ColumnSource,
  type FlatSubmission,
  LabelStyle,
  type WriteAnswer,
  type ColumnType,
  type ExportCell,
} from './column-group';
import type { ExportOptions } from './export-request';
import type { NestedSections } from './nested-sections';
import { questionColumns } from './question-columns';
import { type SupplementColumn, supplementColumns } from './supplement-columns';
import {
  repeatColumns,
  type RowPosition,
  systemColumns,
  topLevelColumns,
  type TrailingColumn,
} from './system-column';

const PREFIX = 'hxl:';

/**
 * HXL (Humanitarian Exchange Language) tag of a question with attributes, such as `#affected+f`; undefined without one, and
 * for the text of `or_other`, which is not tagged by its row.
 */
function hxlTag({ row, nodeName }: Pick<MergedField, 'row' | 'nodeName'>): string | undefined {
  const { tags } = row;
  if (!Array.isArray(tags) || rowName(row) !== nodeName) return undefined;
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
  /** Whether the version has a repeat at the path, whose copies are rows elsewhere. */
  readonly isRepeat: boolean;
}

/** Columns of a section; fills in its rows. */
export class SectionPlan {
  readonly questions: readonly QuestionColumns[];
  readonly headers: readonly string[];
  /** Of each header. */
  readonly types: readonly ColumnType[];
  /** Number of question columns, which come first. */
  readonly questionColumnCount: number;
  /** Names of `fields` that have columns here, without system columns. */
  readonly selectedNames = new Set<string>();
  /** Second header row with HXL tags, if any question has one. */
  readonly tags: readonly string[] | undefined;
  private readonly supplements: readonly (SupplementColumn & { readonly index: number })[];
  private readonly trailing: readonly TrailingColumn[];
  private readonly answers: ReadonlyMap<string, readonly AnswerColumns[]>;

  /**
   * @param title of the form, or name of the repeat
   * @param nested repeats directly inside the section
   * @param hasChildRows whether rows of repeats reference rows of this section
   * @param features of the questions of this section
   * @param format `newest`: answers of all versions are formatted as the newest version describes them
   */
  constructor(
    readonly section: MergedSection,
    readonly title: string,
    options: ExportOptions,
    private readonly nested: NestedSections,
    hasChildRows: boolean,
    features: readonly QuestionFeature[],
    private readonly format: ColumnSource['format'],
  ) {
    const style = new LabelStyle(options);
    const isTyped = options.type === 'xls' && (options.isFormatted || !options.typesAsText);
    const selection = new Set(options.fields);
    const selectsAll = selection.size === 0;
    this.questions = assignColumns(
      section.fields.flatMap((field) => {
        const source = { field, options, style, isTyped, format };
        const supplements = supplementColumns(features, source).filter(
          ({ key }) => selectsAll || selection.has(key),
        );
        const isShown = selectsAll || isSelectedField(field, selection);
        for (const name of [...selectableNames(field), ...supplements.map(({ key }) => key)]) {
          if (selection.has(name)) this.selectedNames.add(name);
        }
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
    for (const { path, firstColumn, write, isRepeat } of this.answers.get(version) ?? []) {
      const answer = answerAt(answers, path);
      if (answer === undefined || answer === '' || (isRepeat && typeof answer !== 'string')) continue;
      write(typeof answer === 'string' ? answer : JSON.stringify(answer), cells, firstColumn, submission);
    }
    for (const { read, index } of this.supplements) cells[index] = read(submission);
    let column = this.questionColumnCount;
    for (const { read } of this.trailing) cells[column++] = read(submission, position);
    return cells;
  }

  /**
   * Columns by path: as the version describes it, and those of other versions that it lacks, which an edit with another form
   * may have answered. Such answers are later ones and overwrite.
   */
  private answersOf(version: string): AnswerColumns[] {
    const byPath = new Map<string, AnswerColumns>();
    const versions = [...this.section.paths.keys()];
    const own = new Set(this.questions.flatMap(({ field }) => field.versions.get(version)?.path ?? []));
    const repeats = new Set((this.nested.get(version) ?? []).map(({ path }) => path));
    for (const each of [version, ...versions.toReversed()]) {
      for (const { field, group, firstColumn } of this.questions) {
        const versionField = field.versions.get(each);
        if (versionField === undefined || byPath.has(versionField.path)) continue;
        const [newest = versionField] = field.versions.values();
        const format = this.format === 'newest' ? newest : versionField;
        const write = group.writer(withAllOptions(format, field));
        const { path } = versionField;
        byPath.set(path, { path, firstColumn, write, isRepeat: repeats.has(path) && !own.has(path) });
      }
    }
    return [...byPath.values()];
  }
}

/** Merges the choices of all versions of a question into its newest version. */
function withAllOptions(versionField: Field, { versions, options }: MergedField): Field {
  const [newest] = versions.values();
  return versionField === newest ? { ...versionField, options } : versionField;
}

function isSelectedField(field: MergedField, selection: ReadonlySet<string>): boolean {
  return selectableNames(field).some((name) => selection.has(name));
}

/** Paths of the answers; KoboToolbox knows an audit by its name alone, without `meta/`. */
function selectableNames({ paths, type, nodeName }: MergedField): string[] {
  return [...paths.values(), ...(type === 'audit' ? [nodeName] : [])];
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
  for (const { field, firstColumn } of questions) tags[firstColumn] = hxlTag(field) ?? '';
  return tags.some((tag) => tag !== '') ? tags : undefined;
}
