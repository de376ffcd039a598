import { isDrawn } from './question-kind';
import type { AnswerCounts, NumberSummary, Split } from './answer-counts';
import type { ReportQuestion } from './report-question';
import { type ValueRow, type ValueTable, valueTable } from './value-table';

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

function plain(question: ReportQuestion, counts: AnswerCounts, total: number) {
  switch (question.kind) {
    case 'count':
      return {};
    case 'number':
    case 'whole':
      return statistics(counts.numbers[0]);
    case 'choices':
    case 'value':
      return counts.values.length === 0 ? {} : listed(valueTable(question, counts, undefined).rows, total);
  }
}

function parted(question: ReportQuestion, counts: AnswerCounts, total: number, split: Split) {
  switch (question.kind) {
    case 'count':
      return {};
    case 'number':
    case 'whole':
      return {
        values: split.answers.flatMap(({ value }) => {
          const found = counts.numbers.find((each) => each.split === value);
          return found === undefined ? [] : [[value, statistics(found)]];
        }),
      };
    case 'choices':
    case 'value':
      return { values: partedValues(valueTable(question, counts, split), total) };
  }
}

function partedValues({ columns, rows }: ValueTable, total: number) {
  return rows.map(({ label, parts }) => [
    label,
    listed(
      parts.map((submissions, index) => ({ label: columns[index] ?? '', submissions })),
      total,
    ),
  ]);
}

function listed(rows: readonly Pick<ValueRow, 'label' | 'submissions'>[], total: number) {
  return {
    responses: rows.map(({ label }) => label),
    frequencies: rows.map(({ submissions }) => submissions),
    percentages: rows.map(({ submissions }) => percentage(submissions, total)),
  };
}

/** Share of a whole in percent, with two decimals; of nothing it is nothing. */
export function percentage(part: number, total: number): number {
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
