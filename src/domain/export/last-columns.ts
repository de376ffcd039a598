import type { SubmissionJson } from './column-group';
import type { CopiedColumn } from './copied-column';
import type { ExportCell } from './export-cell';

/** Where a row stands among all of its section, and what it belongs to. */
export interface RowPlace {
  /** Counted from 1. */
  readonly index: number;
  /** The row around it; undefined at the top level. */
  readonly parent: { readonly title: string; readonly index: number } | undefined;
}

/** A column behind the questions. */
export interface LastColumn {
  readonly header: string;
  readonly read: (submission: SubmissionJson, place: RowPlace) => ExportCell;
}

/** Names of system columns that were asked for, among others; empty: all were. */
type Asked = ReadonlySet<string>;

const INDEX = '_index';
/** There however few columns are asked for. */
const ALWAYS: ReadonlySet<string> = new Set(['_uuid', 'meta/rootUuid']);

const indexColumn: LastColumn = { header: INDEX, read: (_, { index }) => index };

/** Behind the questions of the top level. @param hasRowsBelow whether rows of repeats point at these */
export function topColumns(
  copies: readonly CopiedColumn[],
  asked: Asked,
  hasRowsBelow: boolean,
): LastColumn[] {
  const shown = copies.filter(({ name }) => isAsked(name, asked));
  return [...shown.map(({ name, read }) => ({ header: name, read })), ...indexColumns(asked, hasRowsBelow)];
}

/** Behind the questions of a repeat; a copy of what was not asked for is empty. */
export function repeatColumns(
  copies: readonly CopiedColumn[],
  asked: Asked,
  hasRowsBelow: boolean,
): LastColumn[] {
  return [
    ...indexColumns(asked, hasRowsBelow),
    { header: '_parent_table_name', read: (_, { parent }) => parent?.title ?? '' },
    { header: '_parent_index', read: (_, { parent }) => parent?.index ?? '' },
    ...copies.map(({ name, read }) => ({
      header: `_submission_${name}`,
      read: isAsked(name, asked) ? read : () => '',
    })),
  ];
}

function indexColumns(asked: Asked, hasRowsBelow: boolean): LastColumn[] {
  return asked.size === 0 || asked.has(INDEX) || hasRowsBelow ? [indexColumn] : [];
}

function isAsked(name: string, asked: Asked): boolean {
  return asked.size === 0 || asked.has(name) || ALWAYS.has(name);
}
