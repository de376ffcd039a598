/** Cells of the table: its rows and columns, without those of tables inside of cells. */
import { grid } from './view-form';

const body = grid?.querySelector<HTMLTableSectionElement>(':scope > table > tbody');

/** The cell of the table that has the element. */
export function cellOf(element: EventTarget | null): HTMLTableCellElement | undefined {
  if (!(element instanceof Element) || !body?.contains(element)) return undefined;
  let cell = element.closest<HTMLTableCellElement>('td, th');
  while (cell !== null && cell.parentElement?.parentElement !== body)
    cell = cell.parentElement?.closest<HTMLTableCellElement>('td, th') ?? null;
  return cell ?? undefined;
}

export const rowOf = (cell: HTMLTableCellElement): HTMLTableRowElement =>
  cell.parentElement as HTMLTableRowElement;

/** The cell at this distance in rows and columns; that of the edge beyond it. */
export function neighbourOf(cell: HTMLTableCellElement, down: number, right: number): HTMLTableCellElement {
  const rows = [...body!.rows];
  const at = Math.min(rows.length - 1, Math.max(0, rows.indexOf(rowOf(cell)) + down));
  const { cells } = rows[at]!;
  return cells[Math.min(cells.length - 1, Math.max(0, cell.cellIndex + right))]!;
}

export const firstCell = (): HTMLTableCellElement | undefined => body?.rows[0]?.cells[0];

/** Gives a cell the focus; the cell of a submission has it in its link. */
export function focusCell(cell: HTMLTableCellElement): void {
  const link = cell.matches('th') ? cell.querySelector('a') : null;
  cell.tabIndex = -1;
  (link ?? cell).focus();
}

/** Head of the column; undefined in rows whose answers are one cell. */
export function headOf(cell: HTMLTableCellElement): HTMLTableCellElement | undefined {
  const heads = grid?.querySelector<HTMLTableRowElement>(':scope > table > thead > tr:last-child')?.cells;
  return heads?.length === rowOf(cell).cells.length ? heads[cell.cellIndex] : undefined;
}
