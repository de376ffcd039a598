import type { FormContent, Row } from './form-content';
import { type Scan, scanExpression } from './expression-scan';
import { type FormNode, FormTree } from './form-nodes';

const COLUMNS = new Set(
  'relevant constraint calculation choice_filter repeat_count required readonly read_only default trigger'.split(
    ' ',
  ),
);
/** Whether a default answer is computed. Others are texts, such as "n/a". */
export const isComputed = (answer: string): boolean => /[($]|\.\.\//.test(answer);

/** A row of the survey sheet, or what a cell of another sheet is. */
export type Place = Row | string;

/** A cell with XPath. */
export interface ExpressionCell {
  readonly text: string;
  readonly place: Place;
  /** Row that the expression belongs to; none for those of other sheets. */
  readonly node: FormNode | undefined;
  readonly scan: () => Scan;
}

/** The content with its expressions changed; the same objects where they are not. */
export function mapExpressions(content: FormContent, change: (cell: ExpressionCell) => string): FormContent {
  const tree = new FormTree(content);
  const survey = mapSame(content.survey, (row) => {
    const node = tree.nodeOf(row);
    return node === undefined
      ? row
      : mapCells(row, (column, text) => {
          if (!isExpression(column, text)) return text;
          const filtered = column === 'choice_filter' ? listOf(row) : undefined;
          return change({
            text,
            place: row,
            node,
            scan: () => scanExpression(text, { tree, at: node, filtered }),
          });
        });
  });
  const inMeta: FormNode = { row: undefined, parent: tree.meta, children: [] };
  const ofSheet = (text: string, place: string, at: FormNode): string =>
    change({ text, place, node: undefined, scan: () => scanExpression(text, { tree, at }) });
  const { settings, entities } = content;
  const changed =
    settings &&
    mapCells(settings, (setting, text) =>
      setting === 'instance_name' ? ofSheet(text, `settings: ${setting}`, inMeta) : text,
    );
  const inEntity: FormNode = { row: undefined, parent: inMeta, children: [] };
  const rows = Array.isArray(entities)
    ? mapSame(entities as object[], (row) => mapCells(row, (_, text) => ofSheet(text, 'entities', inEntity)))
    : entities;
  if (survey === content.survey && changed === settings && rows === entities) return content;
  return {
    ...content,
    survey,
    ...(changed && { settings: changed }),
    ...(rows !== undefined && { entities: rows }),
  };
}

function isExpression(column: string, text: string): boolean {
  if (column === 'default') return isComputed(text);
  return COLUMNS.has(column) || column.startsWith('bind::');
}

function listOf({ select_from_list_name: list, file }: Row): string {
  return typeof list === 'string' ? list : `file ${String(file)}`;
}

export function mapSame<Item>(items: readonly Item[], change: (item: Item) => Item): readonly Item[] {
  const changed = items.map(change);
  return changed.every((item, at) => item === items[at]) ? items : changed;
}

export function mapCells<Source extends object>(
  row: Source,
  change: (column: string, text: string) => string,
): Source {
  const entries = Object.entries(row) as [string, unknown][];
  const changed = entries.map(([column, cell]): [string, unknown] => [
    column,
    typeof cell === 'string' ? change(column, cell) : cell,
  ]);
  const isSame = changed.every(([, cell], at) => cell === entries[at]![1]);
  return isSame ? row : (Object.fromEntries(changed) as Source);
}

export interface TextEdit {
  readonly start: number;
  readonly length: number;
  readonly text: string;
}

/** The text with parts replaced that do not overlap. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce(
      (all, { start, length, text: part }) => all.slice(0, start) + part + all.slice(start + length),
      text,
    );
}
