import type { MergedField } from '../form-history/merged-schema';
import type { Field, Labels } from '../form-history/version-schema';
import type { ExportCell } from './export-cell';
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
}

/** Writes the answer unchanged. */
export const writePlain: WriteAnswer = (answer, cells, firstColumn) => {
  cells[firstColumn] = answer;
};
