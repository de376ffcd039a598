/** The whole text of a cell that is cut off: as a tooltip, and below the cell while it has the focus. */
import { cellOf } from './cells';
import { grid } from './view-form';

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
