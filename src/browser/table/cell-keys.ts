/** Arrow keys move between cells, Enter edits or opens, Space selects the row, Escape leaves the table. */
import { canEdit, editCell } from './cell-editor';
import { cellOf, firstCell, focusCell, neighbourOf, rowOf } from './cells';
import { grid } from './view-form';

const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

function act(cell: HTMLTableCellElement, key: string): boolean {
  const step = STEPS[key];
  if (step !== undefined) {
    focusCell(neighbourOf(cell, ...step));
    return true;
  }
  const isHead = cell.matches('th');
  if (key === 'Escape') {
    grid?.focus();
    return true;
  }
  if (key === ' ') {
    rowOf(cell).querySelector<HTMLInputElement>('input[name=ids]')?.click();
    return true;
  }
  if (isHead || (key !== 'Enter' && key !== 'F2')) return false;
  if (canEdit(cell)) void editCell(cell);
  else cell.querySelector<HTMLElement>('a, summary')?.click();
  return true;
}

grid?.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const { target, key } = event;
  if (target === grid && key === 'ArrowDown') {
    const first = firstCell();
    if (first === undefined) return;
    event.preventDefault();
    return focusCell(first);
  }
  const cell = cellOf(target);
  if (cell === undefined || !(target instanceof HTMLElement)) return;
  // Boxes and unfolded lists keep their keys.
  const isOwn = target === cell || target.matches('th > a');
  const isArrow = STEPS[key] !== undefined;
  if (!isOwn && !(isArrow && target.matches('th > input, td > a, td > details > summary'))) return;
  if (target.matches('a') && key === 'Enter') return;
  if (act(cell, key)) event.preventDefault();
});

// A click gives a cell the focus; a second one, or a double click, edits it.
let focused: HTMLTableCellElement | undefined;
grid?.addEventListener('pointerdown', ({ target }) => {
  const cell = cellOf(target);
  focused = document.activeElement === cell ? cell : undefined;
  if (cell?.matches('td')) cell.tabIndex = -1;
});
grid?.addEventListener('click', ({ target, detail }) => {
  const cell = cellOf(target);
  if (cell === undefined || cell !== focused || !canEdit(cell)) return;
  if (target instanceof Element && target.closest('a, input, summary, details') !== null) return;
  // A double click selects a word; text that was dragged over is to be copied.
  if (detail > 1 || getSelection()?.isCollapsed !== false) void editCell(cell);
});
