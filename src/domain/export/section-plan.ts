import type { MergedField, MergedSection } from '../form-history/merged-schema';
import type { Field } from '../form-history/version-schema';
import type { ColumnGroup, SubmissionJson, WriteAnswer } from './column-group';
import { copiedColumns } from './copied-column';
import type { ExportCell } from './export-cell';
import type { ExportOptions } from './export-options';
import { hxlTag } from './hxl-tag';
import { LabelStyle } from './label-style';
import { type LastColumn, repeatColumns, type RowPlace, topColumns } from './last-columns';
import { questionColumns } from './question-columns';

/** A question with its columns and where they begin. */
export interface PlacedQuestion {
  readonly field: MergedField;
  readonly group: ColumnGroup;
  readonly first: number;
}

/** How the answer to a question is read and written in submissions of one version. */
interface OwnAnswer {
  readonly path: string;
  readonly first: number;
  readonly write: WriteAnswer;
}

/** The columns of one section, and how its rows are filled in. */
export class SectionPlan {
  readonly questions: readonly PlacedQuestion[];
  readonly headers: readonly string[];
  /** How many of the columns are of questions: the first ones. */
  readonly questionWidth: number;
  /** A second header, where any question is tagged. */
  readonly tags: readonly string[] | undefined;
  private readonly last: readonly LastColumn[];
  /** By version. */
  private readonly answers: ReadonlyMap<string, readonly OwnAnswer[]>;

  /**
   * @param title what the section is called: the form, or the name of the repeat
   * @param hasRowsBelow whether rows of repeats point at those of this section
   */
  constructor(
    readonly section: MergedSection,
    readonly title: string,
    options: ExportOptions,
    hasRowsBelow: boolean,
  ) {
    const style = new LabelStyle(options);
    const isTyped = options.type === 'xls' && !options.typesAsText;
    const asked = new Set(options.fields);
    const fields = section.fields.filter((field) => asked.size === 0 || isAmong(field, asked));
    this.questions = placed(
      fields.map((field) => ({ field, group: questionColumns({ field, options, style, isTyped }) })),
    );
    const headers = this.questions.flatMap(({ group }) => group.headers);
    this.questionWidth = headers.length;
    const lastColumns = section.name === '' ? topColumns : repeatColumns;
    this.last = lastColumns(copiedColumns(style.isByName, isTyped), asked, hasRowsBelow);
    this.headers = [...headers, ...this.last.map(({ header }) => header)];
    this.tags = tagsOf(this.questions, this.headers.length);
    const versions = [...section.paths.keys()];
    this.answers = new Map(versions.map((version) => [version, this.answersOf(version)]));
  }

  /**
   * The cells of one row.
   * @param version of the submission
   * @param answers those of the submission, or of one copy of the repeat in it
   */
  row(version: string, answers: SubmissionJson, submission: SubmissionJson, place: RowPlace): ExportCell[] {
    const cells = new Array<ExportCell>(this.headers.length).fill('');
    for (const { path, first, write } of this.answers.get(version) ?? []) {
      const answer = answers[path];
      if (answer === undefined || answer === '') continue;
      write(typeof answer === 'string' ? answer : JSON.stringify(answer), cells, first, submission);
    }
    let at = this.questionWidth;
    for (const { read } of this.last) cells[at++] = read(submission, place);
    return cells;
  }

  private answersOf(version: string): OwnAnswer[] {
    return this.questions.flatMap(({ field, group, first }) => {
      const own = field.versions.get(version);
      return own === undefined
        ? []
        : [{ path: own.path, first, write: group.writer(withAllOptions(own, field)) }];
    });
  }
}

/** The newest version that has a question knows all choices that it ever had. */
function withAllOptions(own: Field, { versions, options }: MergedField): Field {
  const [newest] = versions.values();
  return own === newest ? { ...own, options } : own;
}

function isAmong({ paths }: MergedField, asked: ReadonlySet<string>): boolean {
  return [...paths.values()].some((path) => asked.has(path));
}

function placed(questions: readonly Omit<PlacedQuestion, 'first'>[]): PlacedQuestion[] {
  let next = 0;
  return questions.map((question) => {
    const first = next;
    next += question.group.headers.length;
    return { ...question, first };
  });
}

function tagsOf(questions: readonly PlacedQuestion[], width: number): string[] | undefined {
  const tags = new Array<string>(width).fill('');
  for (const { field, first } of questions) tags[first] = hxlTag(field.row) ?? '';
  return tags.some((tag) => tag !== '') ? tags : undefined;
}
