import type { MergedField } from '../form-history/merged-schema';
import type { Field, Labels } from '../form-history/version-schema';
import type { ExportOptions } from './export-request';

/** Type of the values of a column; cells whose text does not parse as it are possible. */
export type ColumnType = 'text' | 'integer' | 'number' | 'date' | 'time' | 'timestamp';

const TYPES: Readonly<Record<string, ColumnType>> = {
  integer: 'integer',
  decimal: 'number',
  range: 'number',
  date: 'date',
  today: 'date',
  time: 'time',
  datetime: 'timestamp',
  dateTime: 'timestamp',
  start: 'timestamp',
  end: 'timestamp',
};

/** Column type of the answers to questions of a type. */
export function columnTypeOf(questionType: string): ColumnType {
  return Object.hasOwn(TYPES, questionType) ? TYPES[questionType]! : 'text';
}

/** Type of a column with the answers of all versions: text if their types differ, so that `007` remains, or a number. */
export function commonColumnType({ versions }: MergedField): ColumnType {
  const types = new Set([...versions.values()].map(({ type }) => columnTypeOf(type)));
  const [only = 'text', ...others] = types;
  if (others.length === 0) return only;
  return [...types].every((type) => type === 'integer' || type === 'number') ? 'number' : 'text';
}

/** Separates question and choice when the group separator is empty. */
const DEFAULT_SEPARATOR = '/';

interface Labelled {
  readonly name: string;
  readonly labels: Labels;
}

/**
 * Label in a language, or the name if the label is missing.
 * @param language null for the unnamed one
 */
export function labelIn({ name, labels }: Labelled, language: string | null): string {
  const label = labels.get(language);
  return label === undefined || label === '' ? name : label;
}

export class LabelStyle {
  readonly choiceSeparator: string;
  readonly usesNames: boolean;

  constructor(private readonly options: ExportOptions) {
    this.choiceSeparator = options.groupSeparator === '' ? DEFAULT_SEPARATOR : options.groupSeparator;
    this.usesNames = options.language === undefined;
  }

  label(labelled: Labelled): string {
    const { language } = this.options;
    return language === undefined ? labelled.name : labelIn(labelled, language);
  }

  /** Label of a question without the groups in its name, which a header with groups has already. */
  innerLabel({ name, nodeName, labels }: Pick<MergedField, 'name' | 'nodeName' | 'labels'>): string {
    return this.label({ name: this.options.hierarchyInLabels ? nodeName : name, labels });
  }

  /** Header of a question, with its groups if requested. */
  header(
    field: Pick<MergedField, 'name' | 'nodeName' | 'labels' | 'containers'>,
    inner = this.innerLabel(field),
  ): string {
    if (!this.options.hierarchyInLabels) return inner;
    return [...field.containers.map((each) => this.label(each)), inner].join(this.options.groupSeparator);
  }
}

/** Submission as JSON: flat paths, arrays for repeats. */
export type FlatSubmission = Readonly<Record<string, unknown>>;

/** Answer at a path; names such as `constructor` are none of an object without them. */
export function answerAt(answers: FlatSubmission, path: string): unknown {
  return Object.hasOwn(answers, path) ? answers[path] : undefined;
}

/** Writes a non-empty answer into the empty cells of its question, from index `firstColumn`. */
export type WriteAnswer = (
  answer: string,
  cells: ExportCell[],
  firstColumn: number,
  submission: FlatSubmission,
) => void;

export interface ColumnGroup {
  readonly headers: readonly string[];
  /** Of each header. */
  readonly types: readonly ColumnType[];
  /** @param versionField the question as one version defines it */
  writer(versionField: Field): WriteAnswer;
}

export interface ColumnSource {
  readonly field: MergedField;
  readonly options: ExportOptions;
  readonly style: LabelStyle;
  /** Whether cells hold numbers and dates instead of text. */
  readonly isTyped: boolean;
  /** Whether answers are formatted by the version that they were given to, or all by the newest. */
  readonly format: 'own' | 'newest';
}

/** Writes the answer unchanged. */
export const writePlain: WriteAnswer = (answer, cells, firstColumn) => {
  cells[firstColumn] = answer;
};

/** Cell value; '' when empty. A date is local wall-clock time stored as UTC; a time without a date is on `TIME_DAY_MS`. */
export type ExportCell = string | number | Date;

const NUMBER = /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i;
const DATE_TIME =
  /^\s*(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3})\d*)?)?)?\s*(?:Z|[-+]\d\d:?\d\d)?\s*$/;
/** Workbooks cannot represent earlier dates. */
const MIN_DATE_MS = Date.UTC(1900, 0, 1);

/** Parses a number; returns the text if it is not a number or would lose digits. */
export function numberCell(text: string): ExportCell {
  if (!NUMBER.test(text)) return text;
  const number = Number(text);
  const isExact = Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
  return isExact ? number : text;
}

/** Parses an ISO date or date-time and drops its zone; returns the text if it is neither or before 1900. */
export function dateCell(text: string): ExportCell {
  const match = DATE_TIME.exec(text);
  if (match === null) return text;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(toNumber);
  // Date.UTC reads years below 100 as 1900 and later.
  if (year < 100) return text;
  const date = new Date(
    Date.UTC(year, month - 1, day, hour, minute, second, Number((match[7] ?? '').padEnd(3, '0'))),
  );
  const isValid = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60;
  return isValid && date.getTime() >= MIN_DATE_MS ? date : text;
}

const TIME = /^\s*([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,3})\d*)?)?\s*(?:Z|[-+]\d\d:?\d\d)?\s*$/;
/** Day 0 of workbooks, on which times without a date are. */
const TIME_DAY_MS = Date.UTC(1899, 11, 30);

/** Parses a time of day and drops its zone; returns the text if it is none. */
export function timeCell(text: string): ExportCell {
  const match = TIME.exec(text);
  if (match === null) return text;
  const [hour = 0, minute = 0, second = 0] = match.slice(1, 4).map(toNumber);
  const ms = Number((match[4] ?? '').padEnd(3, '0'));
  return new Date(TIME_DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000 + ms);
}

function toNumber(digits: string | undefined): number {
  return Number(digits ?? 0);
}
