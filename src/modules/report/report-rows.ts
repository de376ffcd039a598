import type { AnswerCounts, Split } from '../../domain/report/value-table';
import type { ReportQuestion } from '../../domain/report/report-question';
import type { DayCount } from '../../domain/report/time-line';
import type { ReportRow } from '../../database/summary/report-aggregation';

export interface Report {
  readonly total: number;
  readonly split: Split | undefined;
  readonly questions: readonly { readonly question: ReportQuestion; readonly counts: AnswerCounts }[];
}

export function readReport(
  questions: readonly ReportQuestion[],
  splitBy: ReportQuestion | undefined,
  rows: readonly ReportRow[],
): Report {
  const answers = rows.flatMap(({ part, split, submissions }) =>
    part === 'split' ? [{ value: split ?? '', submissions: submissions ?? 0 }] : [],
  );
  const byQuestion = new Map<number, ReportRow[]>();
  for (const row of rows) {
    if (row.question === null) continue;
    const group = byQuestion.get(row.question);
    if (group === undefined) byQuestion.set(row.question, [row]);
    else group.push(row);
  }
  return {
    total: rows.find(({ part }) => part === 'total')?.submissions ?? 0,
    split: splitBy && { question: splitBy, answers },
    questions: questions.map((question, index) => ({
      question,
      counts: readCounts(byQuestion.get(index) ?? []),
    })),
  };
}

function readCounts(rows: readonly ReportRow[]): AnswerCounts {
  return {
    provided: rows.find(({ part }) => part === 'provided')?.submissions ?? 0,
    values: rows.flatMap(({ part, value, split, submissions }) =>
      part === 'value' ? [{ value: value ?? '', split: split ?? '', submissions: submissions ?? 0 }] : [],
    ),
    numbers: rows.flatMap(({ part, split, median, mean, mode, stdev, least, greatest }) =>
      part === 'numbers'
        ? [
            {
              split: split ?? '',
              median: numberOf(median),
              mean: numberOf(mean),
              mode: numberOf(mode),
              stdev: numberOf(stdev),
              least: numberOf(least),
              greatest: numberOf(greatest),
            },
          ]
        : [],
    ),
    bins: rows
      .flatMap(({ part, value, split, width, submissions, least, greatest }) =>
        part === 'bin'
          ? [
              {
                from: Number(value),
                width: Number(width),
                split: split ?? '',
                answers: submissions ?? 0,
                least: Number(least),
                greatest: Number(greatest),
              },
            ]
          : [],
      )
      .sort((one, other) => one.from - other.from),
  };
}

/** Submissions per day, ascending; days without any are absent. */
export function readDays(rows: readonly ReportRow[]): DayCount[] {
  return rows
    .flatMap(({ part, value, submissions }) =>
      part === 'day' ? [{ day: value ?? '', submissions: submissions ?? 0 }] : [],
    )
    .sort((one, other) => (one.day < other.day ? -1 : 1));
}

function numberOf(text: string | null): number | null {
  return text === null ? null : Number(text);
}
