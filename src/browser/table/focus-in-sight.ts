/** Keeps what has the focus out from under the head and the first column. */
import { grid } from './view-form';

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
