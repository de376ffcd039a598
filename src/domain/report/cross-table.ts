import { isRepeated, type ReportQuestion } from './report-question';
import { type AnswerCounts, labelOf, type Split } from './value-table';

/** Submissions by the answers to two questions. */
export interface CrossTable {
  readonly columns: readonly CrossColumn[];
  readonly rows: readonly CrossRow[];
  /** Submissions that answer both; where several answers are possible, those that answer the question of the columns. */
  readonly total: number;
}

interface CrossColumn {
  readonly label: string;
  /** Submissions with this answer that answer the other question: the 100 % of the column. */
  readonly total: number;
}

export interface CrossRow {
  readonly label: string;
  readonly cells: readonly number[];
  readonly total: number;
}

/**
 * Builds the table of all answers to two questions, choices in form order. A submission with several answers to the first
 * question counts in several rows.
 */
export function crossTable(
  question: ReportQuestion,
  { values }: Pick<AnswerCounts, 'values'>,
  split: Split,
): CrossTable {
  const answers = inFormOrder(split.question, new Set(split.answers.map(({ value }) => value)));
  const counted = values.filter((each) => each.split !== '');
  const cells = new Map(counted.map((each) => [keyOf(each.value, each.split), each.submissions]));
  const rows = inFormOrder(question, new Set(counted.map(({ value }) => value))).map((value) => {
    const parts = answers.map((answer) => cells.get(keyOf(value, answer)) ?? 0);
    return { label: labelOf(question, value), cells: parts, total: sumOf(parts) };
  });
  const groups = new Map(split.answers.map(({ value, submissions }) => [value, submissions]));
  const columns = answers.map((answer, index) => ({
    label: labelOf(split.question, answer),
    total: hasSeveralAnswers(question)
      ? (groups.get(answer) ?? 0)
      : sumOf(rows.map((row) => row.cells[index]!)),
  }));
  return { columns, rows, total: sumOf(columns.map(({ total }) => total)) };
}

/** True if a submission may have several answers to the question, so that its rows add up to more than all submissions. */
export function hasSeveralAnswers(question: Pick<ReportQuestion, 'kind' | 'places'>): boolean {
  return question.kind === 'choices' || isRepeated(question);
}

/** Answers in the order of the form; those that it lacks come last. */
export function inFormOrder({ labels }: Pick<ReportQuestion, 'labels'>, answers: Iterable<string>): string[] {
  const order = new Map([...labels.keys()].map((name, index) => [name, index]));
  const rankOf = (answer: string): number => order.get(answer) ?? order.size;
  return [...answers].sort(
    (one, other) => rankOf(one) - rankOf(other) || Number(one > other) - Number(one < other),
  );
}

function keyOf(value: string, answer: string): string {
  return JSON.stringify([value, answer]);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
