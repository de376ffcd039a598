/** Cells of the table: its rows and columns, without those of tables inside of cells. */
/** The whole text of a cell that is cut off: as a tooltip, and below the cell while it has the focus. */
import { grid } from './filters';

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

const isCut = (cell: HTMLElement): boolean => cell.scrollWidth > cell.clientWidth;

grid?.addEventListener('mouseover', ({ target }) => {
  const cell = cellOf(target);
  if (cell?.matches('td') && !cell.title && isCut(cell)) cell.title = cell.innerText;
});

let shown: HTMLElement | undefined;

function hide(): void {
  shown?.remove();
  shown = undefined;
}

grid?.addEventListener('focusin', ({ target }) => {
  hide();
  const cell = cellOf(target);
  if (cell === undefined || cell !== target || !isCut(cell)) return;
  shown = document.createElement('div');
  shown.className = 'whole-text';
  shown.dir = 'auto';
  shown.textContent = cell.innerText;
  // Of the cell, whose text a screen reader reads whole.
  shown.ariaHidden = 'true';
  document.body.append(shown);
  const { left, bottom, top } = cell.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = shown;
  shown.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
  shown.style.top = `${bottom + height + 8 > innerHeight ? top - height - 4 : bottom + 4}px`;
});
grid?.addEventListener('focusout', hide);
grid?.addEventListener('scroll', hide);
addEventListener('scroll', hide);
