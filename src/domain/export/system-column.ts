import { isSystemKey } from '../submission/instance-flattening';
import { type FlatSubmission, type ColumnType, type ExportCell, dateCell } from './column-group';

export interface RowPosition {
  /** Index in its section, from 1. */
  readonly index: number;
  readonly parent: { readonly title: string; readonly index: number } | undefined;
}

export interface TrailingColumn {
  readonly header: string;
  readonly type: ColumnType;
  readonly read: (submission: FlatSubmission, position: RowPosition) => ExportCell;
}

/** Requested paths and system columns; empty selects all. */
type FieldSelection = ReadonlySet<string>;

const INDEX = '_index';
const LINK = '_id';
const ALWAYS_INCLUDED: ReadonlySet<string> = new Set(['_uuid', 'meta/rootUuid']);

const indexColumn: TrailingColumn = { header: INDEX, type: 'integer', read: (_, { index }) => index };

/** Trailing columns of the top level. @param hasChildRows whether rows of repeats reference these by `_index` */
export function topLevelColumns(
  columns: readonly SystemColumn[],
  fields: FieldSelection,
  hasChildRows: boolean,
): TrailingColumn[] {
  const selected = columns.filter(({ name }) => isSelected(name, fields));
  return [
    ...selected.map(({ name, ...column }) => ({ header: name, ...column })),
    ...indexColumns(fields, hasChildRows),
  ];
}

/** Trailing columns of a repeat; cells of unselected system columns are empty, except the link to the submission. */
export function repeatColumns(
  columns: readonly SystemColumn[],
  fields: FieldSelection,
  hasChildRows: boolean,
): TrailingColumn[] {
  return [
    ...indexColumns(fields, hasChildRows),
    { header: '_parent_table_name', type: 'text', read: (_, { parent }) => parent?.title ?? '' },
    { header: '_parent_index', type: 'integer', read: (_, { parent }) => parent?.index ?? '' },
    ...columns.map(({ name, type, read }) => ({
      header: `_submission_${name}`,
      type,
      read: name === LINK || isSelected(name, fields) ? read : () => '',
    })),
  ];
}

function indexColumns(fields: FieldSelection, hasChildRows: boolean): TrailingColumn[] {
  return fields.size === 0 || fields.has(INDEX) || hasChildRows ? [indexColumn] : [];
}

/** Whether a name is that of a column or key of every submission. Clients list those without a column too. */
export function isSubmissionKey(name: string): boolean {
  return name.startsWith('meta/') || name === 'formhub/uuid' || isSystemKey(name) || COLUMN_NAMES.has(name);
}

function isSelected(name: string, fields: FieldSelection): boolean {
  return fields.size === 0 || fields.has(name) || ALWAYS_INCLUDED.has(name);
}

/** Column of submission metadata, repeated in the rows of repeats. */
export interface SystemColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly read: (submission: FlatSubmission) => ExportCell;
}

/**
 * System columns in order. `_notes` and `_tags` are always empty; KoboToolbox clients expect them.
 * @param usesNames validation status by uid instead of label
 * @param isTyped submission time as a date
 */
export function systemColumns(usesNames: boolean, isTyped: boolean): SystemColumn[] {
  const text = (name: string): SystemColumn => ({
    name,
    type: 'text',
    read: (submission) => textOf(submission[name]),
  });
  const empty = (name: string): SystemColumn => ({ name, type: 'text', read: () => '' });
  return [
    { name: '_id', type: 'integer', read: ({ _id: id }) => (typeof id === 'number' ? id : '') },
    text('_uuid'),
    {
      name: '_submission_time',
      type: 'timestamp',
      read: ({ _submission_time: time }) => (isTyped ? dateCell(textOf(time)) : textOf(time)),
    },
    {
      name: '_validation_status',
      type: 'text',
      read: (submission) => validationStatusText(submission, usesNames),
    },
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

const COLUMN_NAMES: ReadonlySet<string> = new Set([
  INDEX,
  ...systemColumns(true, false).map(({ name }) => name),
]);
