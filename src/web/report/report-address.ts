import type { SavedReport } from '../../domain/report/saved-report';
import type { ChartedReport, ReportInput } from '../../modules/report/report.service';
import { type Sent, textOf } from '../page/handle-form';
import type { Html } from '../page/html';

/** Order of the answers to a question. */
export type AnswerOrder = 'frequency' | 'form';

export const SHARES = ['count', 'row', 'column'] as const;
/** Cells of a cross-table: numbers, or percentages of their row or column. */
export type Shares = (typeof SHARES)[number];

/** State of a report page beyond that of the API's report. Unknown values count as absent. */
export interface ReportView {
  readonly order: AnswerOrder;
  readonly cross: CrossChoice | undefined;
}

/** A cross-table of two questions; '' for one that is not chosen yet. */
export interface CrossChoice {
  readonly rows: string;
  readonly columns: string;
  readonly shares: Shares;
}

export interface ReportPage {
  readonly report: ChartedReport;
  readonly view: ReportView;
  readonly saved: readonly SavedReport[];
  readonly sent: Sent;
  readonly scripts: Html;
}

export function readReportView(sent: Sent): ReportView {
  const isCross = sent['rows'] !== undefined || sent['columns'] !== undefined;
  return {
    order: sent['order'] === 'form' ? 'form' : 'frequency',
    cross: isCross
      ? {
          rows: textOf(sent['rows']),
          columns: textOf(sent['columns']),
          shares: SHARES.find((each) => each === sent['shares']) ?? 'count',
        }
      : undefined,
  };
}

const PARAMETERS = ['version', 'split_by', 'names', 'lang', 'order', 'rows', 'columns', 'shares'];
/** No question has this name. */
const NO_QUESTION = ' ';

/** Parameters of a report in the text of an address. */
export function sentOf(query: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...new URLSearchParams(query)].filter(([name]) => PARAMETERS.includes(name)));
}

/** Counts the questions of a cross-table alone; none until both are chosen. */
export function crossInput(input: ReportInput, { cross }: ReportView): ReportInput {
  if (cross === undefined) return input;
  const isComplete = cross.rows !== '' && cross.columns !== '' && cross.rows !== cross.columns;
  return {
    ...input,
    names: [isComplete ? cross.rows : NO_QUESTION],
    splitBy: isComplete ? cross.columns : undefined,
  };
}

/** Parameters of the address that shows the same report. */
export function reportQuery(
  { version, splitBy, names, language }: ReportInput,
  { order, cross }: ReportView,
): string {
  return new URLSearchParams({
    ...(version !== undefined && { version }),
    ...(cross === undefined && splitBy !== undefined && { split_by: splitBy }),
    ...(cross === undefined && names.length > 0 && { names: names.join(',') }),
    ...(language !== undefined && { lang: language }),
    ...(order === 'form' && { order }),
    ...(cross !== undefined && { rows: cross.rows, columns: cross.columns }),
    ...(cross !== undefined && cross.shares !== 'count' && { shares: cross.shares }),
  }).toString();
}
