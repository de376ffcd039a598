import type { AnswerCounts, Split, ValueCount } from './answer-counts';
import type { ReportQuestion } from './report-question';

/** How often each value of a question was answered, and by whom. */
export interface ValueTable {
  /** Labels of the answers that part the report, the rest of them as `...`; empty when it is not parted. */
  readonly columns: readonly string[];
  readonly rows: readonly ValueRow[];
}

export interface ValueRow {
  readonly label: string;
  readonly submissions: number;
  /** Of the submissions those in each column. */
  readonly parts: readonly number[];
}

/** So many answers that part a report have a column of their own. */
const MOST_COLUMNS = 5;
/** Stands for all other answers. */
export const REST = '...';

/** The values of a question, most frequent first, dates as the calendar has them; labels in place of names (contract-data 5). */
export function valueTable(
  question: ReportQuestion,
  { values }: Pick<AnswerCounts, 'values'>,
  split: Split | undefined,
): ValueTable {
  if (split === undefined) {
    const rows = ordered(question, values).map(({ value, submissions }) => ({
      label: labelOf(question, value),
      submissions,
      parts: [],
    }));
    return { columns: [], rows };
  }
  const named = [...split.answers]
    .sort((one, other) => other.submissions - one.submissions)
    .slice(0, MOST_COLUMNS)
    .map(({ value }) => value)
    .sort();
  const hasRest = split.answers.length >= MOST_COLUMNS;
  const byValue = new Map<string, Map<string, number>>();
  for (const { value, split: answer, submissions } of values) {
    const row = byValue.get(value) ?? new Map<string, number>();
    byValue.set(value, row.set(answer, submissions));
  }
  const sumOf = (row: ReadonlyMap<string, number>): number =>
    [...row].reduce((sum, [answer, submissions]) => sum + (answer === '' ? 0 : submissions), 0);
  const sums = [...byValue].map(([value, row]) => ({ value, split: '', submissions: sumOf(row) }));
  return {
    columns: [...named.map((answer) => labelOf(split.question, answer)), ...(hasRest ? [REST] : [])],
    rows: ordered(question, sums).map(({ value, submissions }) => {
      const parts = named.map((answer) => byValue.get(value)?.get(answer) ?? 0);
      const rest = submissions - parts.reduce((sum, part) => sum + part, 0);
      return { label: labelOf(question, value), submissions, parts: hasRest ? [...parts, rest] : parts };
    }),
  };
}

/** What a choice is called in the report's language. */
export function labelOf({ labels }: ReportQuestion, value: string): string {
  return labels.get(value) ?? value;
}

/** Most frequent first, those of one frequency by their value; dates as the calendar has them. */
function ordered(question: ReportQuestion, values: readonly ValueCount[]): ValueCount[] {
  return [...values].sort(
    (one, other) =>
      (question.type === 'date' ? 0 : other.submissions - one.submissions) ||
      Number(one.value > other.value) - Number(one.value < other.value),
  );
}
