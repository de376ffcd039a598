import type { AnswerCounts, Split, ValueCount } from './answer-counts';
import type { ReportQuestion } from './report-question';

/** Frequency table of a question, cross-tabulated by the grouping question. */
export interface ValueTable {
  /** Labels of the groups, the least frequent ones as `...`; empty without a grouping. */
  readonly columns: readonly string[];
  readonly rows: readonly ValueRow[];
}

export interface ValueRow {
  readonly label: string;
  readonly submissions: number;
  readonly parts: readonly number[];
}

const MAX_COLUMNS = 5;
/** Label of all other groups. */
export const OTHERS = '...';

/** Builds the frequency table: most frequent first, dates in calendar order; choices by label (contract-data 5). */
export function valueTable(
  question: ReportQuestion,
  { values }: Pick<AnswerCounts, 'values'>,
  split: Split | undefined,
): ValueTable {
  if (split === undefined) {
    const rows = sortValues(question, values).map(({ value, submissions }) => ({
      label: labelOf(question, value),
      submissions,
      parts: [],
    }));
    return { columns: [], rows };
  }
  const groups = [...split.answers]
    .sort((one, other) => other.submissions - one.submissions)
    .slice(0, MAX_COLUMNS)
    .map(({ value }) => value)
    .sort();
  const hasOthers = split.answers.length >= MAX_COLUMNS;
  const byValue = new Map<string, Map<string, number>>();
  for (const { value, split: answer, submissions } of values) {
    const row = byValue.get(value) ?? new Map<string, number>();
    byValue.set(value, row.set(answer, submissions));
  }
  const sumOf = (row: ReadonlyMap<string, number>): number =>
    [...row].reduce((sum, [answer, submissions]) => sum + (answer === '' ? 0 : submissions), 0);
  const sums = [...byValue].map(([value, row]) => ({ value, split: '', submissions: sumOf(row) }));
  return {
    columns: [...groups.map((answer) => labelOf(split.question, answer)), ...(hasOthers ? [OTHERS] : [])],
    rows: sortValues(question, sums).map(({ value, submissions }) => {
      const parts = groups.map((answer) => byValue.get(value)?.get(answer) ?? 0);
      const others = submissions - parts.reduce((sum, part) => sum + part, 0);
      return { label: labelOf(question, value), submissions, parts: hasOthers ? [...parts, others] : parts };
    }),
  };
}

/** Label of a choice in the report's language, or its name. */
export function labelOf({ labels }: ReportQuestion, value: string): string {
  return labels.get(value) ?? value;
}

/** Sorts by frequency descending, then by value; dates by value only. */
function sortValues(question: ReportQuestion, values: readonly ValueCount[]): ValueCount[] {
  return [...values].sort(
    (one, other) =>
      (question.type === 'date' ? 0 : other.submissions - one.submissions) ||
      Number(one.value > other.value) - Number(one.value < other.value),
  );
}
