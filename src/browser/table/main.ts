/** Keeps empty filters out of URLs, selects all rows of a page at once, offers changes of what is selected, and keeps the focus in sight. */
const view = document.querySelector<HTMLFormElement>('form#view');

function emptyFields(form: HTMLFormElement): (HTMLInputElement | HTMLSelectElement)[] {
  return [...form.elements].filter(
    (element): element is HTMLInputElement | HTMLSelectElement =>
      (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) && element.value === '',
  );
}

view?.addEventListener('submit', () => {
  for (const field of emptyFields(view)) field.disabled = true;
});

// A page from the cache of the browser may have been submitted before.
addEventListener('pageshow', () => {
  if (view !== null) for (const field of emptyFields(view)) field.disabled = false;
});

/** Filters apply at once; the choice of columns does when its list is closed. The button is for browsers without scripts. */
const FOCUS = 'table-focus';
/** A year that is being typed is earlier. */
const FIRST_YEAR = 1900;

function apply(focused?: Element): void {
  const name = focused?.getAttribute('name');
  try {
    if (name)
      sessionStorage.setItem(
        FOCUS,
        JSON.stringify({ name, left: document.querySelector('.grid')?.scrollLeft }),
      );
  } catch {
    // Without storage the focus is lost.
  }
  view?.requestSubmit();
}

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
  if (target.form !== view || target.type === 'checkbox') return;
  if (target.type === 'date' && target.value !== '' && Number(target.value.slice(0, 4)) < FIRST_YEAR) return;
  apply(target);
});

const columns = document.querySelector<HTMLDetailsElement>('.columns-choice');
if (columns !== null) {
  const chosen = (): string =>
    [...columns.querySelectorAll<HTMLInputElement>('input:checked')].map(({ value }) => value).join();
  const shown = chosen();
  columns.addEventListener('toggle', () => {
    if (!columns.open && chosen() !== shown) apply();
  });
}

function restoreFocus(): void {
  try {
    const kept = sessionStorage.getItem(FOCUS);
    sessionStorage.removeItem(FOCUS);
    if (kept === null) return;
    const { name, left } = JSON.parse(kept) as { name: string; left?: number };
    const table = document.querySelector('.grid');
    if (table !== null && left !== undefined) table.scrollLeft = left;
    document.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus({ preventScroll: true });
  } catch {
    // Without storage there is nothing to restore.
  }
}
restoreFocus();

const rows = [...document.querySelectorAll<HTMLInputElement>('input[name=ids]')];
const all = document.querySelector<HTMLInputElement>('input#select-all');
const label = document.querySelector<HTMLElement>('#select-page');
if (all !== null && label !== null) {
  label.hidden = false;
  all.addEventListener('change', () => {
    for (const row of rows) row.checked = all.checked;
  });
}

const target = document.querySelector<HTMLSelectElement>('select#target');

/** Changes of selected rows need a selected row. */
function offerChanges(): void {
  if (target === null) return;
  const isEmpty = target.value === 'ids' && !rows.some(({ checked }) => checked);
  for (const button of target.form!.querySelectorAll('button')) button.disabled = isEmpty;
}

offerChanges();
document.addEventListener('change', offerChanges);
// Browsers keep the choice on a page that is shown again.
addEventListener('pageshow', offerChanges);

/** Room for the outline of the focus. */
const MARGIN = 8;
/** Not of the mouse, under which nothing may move; inputs of dates match only after the event. */
const KEYBOARD_FOCUS = ':focus-visible, [type=date]';
const grid = document.querySelector<HTMLElement>('.grid');

/** Distance to scroll so that a span lies between two edges; one that is too long begins at the first. */
function distanceInto(start: number, end: number, first: number, last: number): number {
  const [low, high] = [start - MARGIN - first, end + MARGIN - last];
  return low < 0 ? low : Math.max(0, Math.min(high, low));
}

// Chromium takes an element of which 32 pixels show as in sight, also below the first column.
grid?.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement) || target === grid || !target.matches(KEYBOARD_FOCUS)) return;
  const [shown, box] = [grid.getBoundingClientRect(), target.getBoundingClientRect()];
  const head = target.closest('thead');
  const column = grid.querySelector('tbody th');
  if (column !== null && target.closest('tbody th') === null) {
    const { right } = column.getBoundingClientRect();
    grid.scrollLeft += distanceInto(box.left, box.right, right, shown.left + grid.clientWidth);
  }
  if (head === null) {
    const { bottom } = grid.querySelector('thead')!.getBoundingClientRect();
    grid.scrollTop += distanceInto(box.top, box.bottom, bottom, shown.top + grid.clientHeight);
  }
});
