import { isDrawn } from './question-kind';
import type { ReportQuestion } from './report-question';

/** How often a value was answered. */
export interface ValueCount {
  readonly value: string;
  /** The answer that parts the report, of whoever answered so; '' where there is none. */
  readonly split: string;
  readonly submissions: number;
}

/** Numbers of those who share an answer that parts the report; '' for all. A statistic that there is not is null. */
export interface NumberSummary {
  readonly split: string;
  readonly median: number | null;
  readonly mean: number | null;
  readonly mode: number | null;
  readonly stdev: number | null;
}

/** What is known of the answers to a question. */
export interface AnswerCounts {
  /** Submissions that answer it. */
  readonly provided: number;
  readonly values: readonly ValueCount[];
  readonly numbers: readonly NumberSummary[];
}

/** How a report is parted: the answers to one question, in the order in which they first came. */
export interface Split {
  readonly question: ReportQuestion;
  readonly answers: readonly { readonly value: string; readonly submissions: number }[];
}

/** So many answers that part a report have a column of their own. */
const MOST_COLUMNS = 5;
const REST = '...';

/** What a report tells of one question (contract-data 5). @param total submissions in the report */
export function summarise(
  question: ReportQuestion,
  counts: AnswerCounts,
  total: number,
  split: Split | undefined,
) {
  return {
    total_count: total,
    not_provided: total - counts.provided,
    provided: counts.provided,
    show_graph: isDrawn(question.type),
    ...(split === undefined ? plain(question, counts, total) : parted(question, counts, total, split)),
  };
}

function plain(question: ReportQuestion, { values, numbers }: AnswerCounts, total: number) {
  switch (question.kind) {
    case 'count':
      return {};
    case 'number':
      return statistics(numbers[0]);
    case 'choices':
    case 'value':
      return values.length === 0 ? {} : columns(ordered(question, values), question, total);
  }
}

function parted(question: ReportQuestion, { values, numbers }: AnswerCounts, total: number, split: Split) {
  switch (question.kind) {
    case 'count':
      return {};
    case 'number':
      return {
        values: split.answers.flatMap(({ value }) => {
          const found = numbers.find((each) => each.split === value);
          return found === undefined ? [] : [[value, statistics(found)]];
        }),
      };
    case 'choices':
    case 'value':
      return { values: partedValues(question, values, total, split) };
  }
}

function partedValues(question: ReportQuestion, values: readonly ValueCount[], total: number, split: Split) {
  const named = [...split.answers]
    .sort((one, other) => other.submissions - one.submissions)
    .slice(0, MOST_COLUMNS)
    .map(({ value }) => value)
    .sort();
  const rows = new Map<string, Map<string, number>>();
  for (const { value, split: answer, submissions } of values) {
    const row = rows.get(value) ?? new Map<string, number>();
    rows.set(value, row.set(answer, submissions));
  }
  const sumOf = (row: ReadonlyMap<string, number>): number =>
    [...row].reduce((sum, [answer, submissions]) => sum + (answer === '' ? 0 : submissions), 0);
  const sums = [...rows].map(([value, row]) => ({ value, split: '', submissions: sumOf(row) }));
  return ordered(question, sums).map(({ value, submissions }) => {
    const cells = named.map((answer) => ({
      value: answer,
      split: '',
      submissions: rows.get(value)?.get(answer) ?? 0,
    }));
    const rest = submissions - cells.reduce((sum, cell) => sum + cell.submissions, 0);
    const shown =
      split.answers.length >= MOST_COLUMNS
        ? [...cells, { value: REST, split: '', submissions: rest }]
        : cells;
    return [labelOf(question, value), columns(shown, split.question, total)];
  });
}

/** Most frequent first, those of one frequency by their value; dates as the calendar has them. */
function ordered(question: ReportQuestion, values: readonly ValueCount[]): ValueCount[] {
  return [...values].sort(
    (one, other) =>
      (question.type === 'date' ? 0 : other.submissions - one.submissions) ||
      Number(one.value > other.value) - Number(one.value < other.value),
  );
}

function columns(values: readonly ValueCount[], question: ReportQuestion, total: number) {
  return {
    responses: values.map(({ value }) => labelOf(question, value)),
    frequencies: values.map(({ submissions }) => submissions),
    percentages: values.map(({ submissions }) => percentage(submissions, total)),
  };
}

function labelOf({ labels }: ReportQuestion, value: string): string {
  return labels.get(value) ?? value;
}

/** With two decimals. */
function percentage(part: number, total: number): number {
  return total === 0 ? 0 : Math.round((part * 10_000) / total) / 100;
}

function statistics(found: NumberSummary | undefined) {
  return {
    median: found?.median ?? '*',
    mean: found?.mean ?? '*',
    mode: found?.mode ?? '*',
    stdev: found?.stdev ?? '*',
  };
}
