import { hasChart, type ReportQuestion } from './report-question';
import {
  type AnswerCounts,
  type NumberSummary,
  type Split,
  type ValueRow,
  type ValueTable,
  valueTable,
} from './value-table';

/** `data` of a question in a report (contract-data 5). @param total number of submissions in the report */
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
    show_graph: hasChart(question.type),
    ...(split === undefined ? ungrouped(question, counts, total) : grouped(question, counts, total, split)),
  };
}

function ungrouped(question: ReportQuestion, counts: AnswerCounts, total: number) {
  if (isNumeric(question)) return statistics(counts.numbers[0]);
  if (question.kind === 'count' || counts.values.length === 0) return {};
  return frequencies(valueTable(question, counts, undefined).rows, total);
}

function grouped(question: ReportQuestion, counts: AnswerCounts, total: number, split: Split) {
  if (question.kind === 'count') return {};
  if (!isNumeric(question)) return { values: groupedValues(valueTable(question, counts, split), total) };
  const values = split.answers.flatMap(({ value }) => {
    const summary = counts.numbers.find((each) => each.split === value);
    return summary === undefined ? [] : [[value, statistics(summary)]];
  });
  return { values };
}

function isNumeric({ kind }: ReportQuestion): boolean {
  return kind === 'number' || kind === 'whole';
}

function groupedValues({ columns, rows }: ValueTable, total: number) {
  return rows.map(({ label, parts }) => [
    label,
    frequencies(
      parts.map((submissions, index) => ({ label: columns[index] ?? '', submissions })),
      total,
    ),
  ]);
}

function frequencies(rows: readonly Pick<ValueRow, 'label' | 'submissions'>[], total: number) {
  return {
    responses: rows.map(({ label }) => label),
    frequencies: rows.map(({ submissions }) => submissions),
    percentages: rows.map(({ submissions }) => percentage(submissions, total)),
  };
}

/** Percentage, rounded to two decimals; 0 if the total is 0. */
function percentage(part: number, total: number): number {
  return total === 0 ? 0 : Math.round((part * 10_000) / total) / 100;
}

function statistics(summary: NumberSummary | undefined) {
  return {
    median: summary?.median ?? '*',
    mean: summary?.mean ?? '*',
    mode: summary?.mode ?? '*',
    stdev: summary?.stdev ?? '*',
  };
}
