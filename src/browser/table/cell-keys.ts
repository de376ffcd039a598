/** Arrow keys move between cells, Enter edits or opens, Space selects the row, Escape leaves the table. */
/** Keeps what has the focus out from under the head and the first column. */
import { grid } from './filters';
import { canEdit, editCell } from './cell-editor';
import { cellOf, firstCell, focusCell, neighbourOf, rowOf } from './cells';

/** Room for the outline of the focus. */
const MARGIN = 8;
/** Not of the mouse, under which nothing may move; inputs of dates match only after the event. */
const KEYBOARD_FOCUS = ':focus-visible, [type=date]';

/** Distance to scroll so that a span lies between two edges; one that is too long begins at the first. */
function distanceInto(start: number, end: number, first: number, last: number): number {
  const [low, high] = [start - MARGIN - first, end + MARGIN - last];
  return low < 0 ? low : Math.max(0, Math.min(high, low));
}

// Chromium takes an element of which 32 pixels show as in sight, also below the first column.
grid?.addEventListener('focusin', ({ target, currentTarget }) => {
  const grid = currentTarget as HTMLElement;
  if (!(target instanceof HTMLElement) || target === grid || !target.matches(KEYBOARD_FOCUS)) return;
  const [shown, box] = [grid.getBoundingClientRect(), target.getBoundingClientRect()];
  const head = target.closest('thead');
  const column = grid.querySelector('tbody th');
  if (column !== null && target.closest('tbody th, .filter .sheet') === null) {
    const { right } = column.getBoundingClientRect();
    grid.scrollLeft += distanceInto(box.left, box.right, right, shown.left + grid.clientWidth);
  }
  if (head === null) {
    const { bottom } = grid.querySelector('thead')!.getBoundingClientRect();
    grid.scrollTop += distanceInto(box.top, box.bottom, bottom, shown.top + grid.clientHeight);
  }
});

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
