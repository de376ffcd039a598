import type { MergedField, MergedSection } from '../form-history/merged-schema';
import type { Field } from '../form-history/version-schema';
import type { ColumnGroup, FlatSubmission, WriteAnswer } from './column-group';
import { systemColumns } from './system-column';
import type { ExportCell } from './export-cell';
import type { ExportOptions } from './export-options';
import { LabelStyle } from './label-style';
import { type TrailingColumn, repeatColumns, type RowPosition, topLevelColumns } from './trailing-columns';
import { questionColumns } from './question-columns';
import type { SurveyRow } from '../content/content';

const PREFIX = 'hxl:';

/** HXL (Humanitarian Exchange Language) tag of a question with attributes, such as `#affected+f`; undefined without one. */
function hxlTag({ tags }: SurveyRow): string | undefined {
  if (!Array.isArray(tags)) return undefined;
  const parts = tags.flatMap((tag) =>
    typeof tag === 'string' && tag.startsWith(PREFIX) ? [tag.slice(PREFIX.length)] : [],
  );
  return parts.length === 0 ? undefined : parts.join('');
}

export interface QuestionColumns {
  readonly field: MergedField;
  readonly group: ColumnGroup;
  readonly firstColumn: number;
}

interface AnswerColumns {
  readonly path: string;
  readonly firstColumn: number;
  readonly write: WriteAnswer;
}

/** Columns of a section; fills in its rows. */
export class SectionPlan {
  readonly questions: readonly QuestionColumns[];
  readonly headers: readonly string[];
  /** Number of question columns, which come first. */
  readonly questionColumnCount: number;
  /** Second header row with HXL tags, if any question has one. */
  readonly tags: readonly string[] | undefined;
  private readonly trailing: readonly TrailingColumn[];
  private readonly answers: ReadonlyMap<string, readonly AnswerColumns[]>;

  /**
   * @param title of the form, or name of the repeat
   * @param hasChildRows whether rows of repeats reference rows of this section
   */
  constructor(
    readonly section: MergedSection,
    readonly title: string,
    options: ExportOptions,
    hasChildRows: boolean,
  ) {
    const style = new LabelStyle(options);
    const isTyped = options.type === 'xls' && !options.typesAsText;
    const selection = new Set(options.fields);
    const fields = section.fields.filter(
      (field) => selection.size === 0 || isSelectedField(field, selection),
    );
    this.questions = assignColumns(
      fields.map((field) => ({ field, group: questionColumns({ field, options, style, isTyped }) })),
    );
    const headers = this.questions.flatMap(({ group }) => group.headers);
    this.questionColumnCount = headers.length;
    const trailingColumns = section.name === '' ? topLevelColumns : repeatColumns;
    this.trailing = trailingColumns(systemColumns(style.usesNames, isTyped), selection, hasChildRows);
    this.headers = [...headers, ...this.trailing.map(({ header }) => header)];
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
    next += question.group.headers.length;
    return { ...question, firstColumn };
  });
}

function hxlTags(questions: readonly QuestionColumns[], columnCount: number): string[] | undefined {
  const tags = new Array<string>(columnCount).fill('');
  for (const { field, firstColumn } of questions) tags[firstColumn] = hxlTag(field.row) ?? '';
  return tags.some((tag) => tag !== '') ? tags : undefined;
}
