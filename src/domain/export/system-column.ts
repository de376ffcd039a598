import type { FlatSubmission } from './column-group';
import { type ExportCell, dateCell } from './export-cell';

/** Column of submission metadata, repeated in the rows of repeats. */
export interface SystemColumn {
  readonly name: string;
  readonly read: (submission: FlatSubmission) => ExportCell;
}

/**
 * System columns in order. `_notes` and `_tags` are always empty; KoboToolbox clients expect them.
 * @param usesNames validation status by uid instead of label
 * @param isTyped submission time as a date
 */
export function systemColumns(usesNames: boolean, isTyped: boolean): SystemColumn[] {
  const text = (name: string): SystemColumn => ({ name, read: (submission) => textOf(submission[name]) });
  const empty = (name: string): SystemColumn => ({ name, read: () => '' });
  return [
    { name: '_id', read: ({ _id: id }) => (typeof id === 'number' ? id : '') },
    text('_uuid'),
    {
      name: '_submission_time',
      read: ({ _submission_time: time }) => (isTyped ? dateCell(textOf(time)) : textOf(time)),
    },
    { name: '_validation_status', read: (submission) => validationStatusText(submission, usesNames) },
    empty('_notes'),
    text('_status'),
    text('_submitted_by'),
    text('__version__'),
    empty('_tags'),
    text('meta/rootUuid'),
  ];
}

function validationStatusText({ _validation_status: status }: FlatSubmission, usesNames: boolean): string {
  if (typeof status !== 'object' || status === null) return '';
  const { uid, label } = status as { uid?: unknown; label?: unknown };
  return textOf(usesNames ? uid : label);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
