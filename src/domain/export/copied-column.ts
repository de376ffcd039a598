import type { SubmissionJson } from './column-group';
import { type ExportCell, momentCell } from './export-cell';

/** A column of what the service knows of a submission; repeats have copies of it. */
export interface CopiedColumn {
  readonly name: string;
  readonly read: (submission: SubmissionJson) => ExportCell;
}

/** All of them, in their order. `_notes` and `_tags` are for those who look for them: nothing is kept there. */
export function copiedColumns(isByName: boolean, isTyped: boolean): CopiedColumn[] {
  const text = (name: string): CopiedColumn => ({ name, read: (submission) => textOf(submission[name]) });
  const nothing = (name: string): CopiedColumn => ({ name, read: () => '' });
  return [
    { name: '_id', read: ({ _id: id }) => (typeof id === 'number' ? id : '') },
    text('_uuid'),
    {
      name: '_submission_time',
      read: ({ _submission_time: time }) => (isTyped ? momentCell(textOf(time)) : textOf(time)),
    },
    { name: '_validation_status', read: (submission) => verdictOf(submission, isByName) },
    nothing('_notes'),
    text('_status'),
    text('_submitted_by'),
    text('__version__'),
    nothing('_tags'),
    text('meta/rootUuid'),
  ];
}

function verdictOf({ _validation_status: status }: SubmissionJson, isByName: boolean): string {
  if (typeof status !== 'object' || status === null) return '';
  const { uid, label } = status as { uid?: unknown; label?: unknown };
  return textOf(isByName ? uid : label);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
