/** Filters apply at once, and the focus stays. The buttons are for browsers without scripts, and for who prefers them. */

/** Form of the filters, columns and order of the table. It keeps empty filters out of URLs. */
export const view = document.querySelector<HTMLFormElement>('form#view');
export const grid = document.querySelector<HTMLElement>('.grid');

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

const FOCUS = 'table-focus';
/** A year that is being typed is earlier. */
const FIRST_YEAR = 1900;

function keepFocus(focused: Element): void {
  const name = focused.getAttribute('name');
  if (name === null || name === '') return;
  try {
    sessionStorage.setItem(FOCUS, JSON.stringify({ name, left: grid?.scrollLeft }));
  } catch {
    // Without storage the focus is lost.
  }
}

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
  if (target.form !== view || target.name === '' || target.type === 'checkbox') return;
  if (target.type === 'date' && target.value !== '' && Number(target.value.slice(0, 4)) < FIRST_YEAR) return;
  keepFocus(target);
  view?.requestSubmit();
});

function restoreFocus(): void {
  try {
    const kept = sessionStorage.getItem(FOCUS);
    sessionStorage.removeItem(FOCUS);
    if (kept === null) return;
    const { name, left } = JSON.parse(kept) as { name: string; left?: number };
    if (grid !== null && left !== undefined) grid.scrollLeft = left;
    const field = document.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]:not([type=hidden])`);
    const filter = field?.closest<HTMLDetailsElement>('details.filter');
    if (filter) filter.open = true;
    field?.focus({ preventScroll: true });
  } catch {
    // Without storage there is nothing to restore.
  }
}
restoreFocus();

const POPUPS = '.filter[open], .columns-choice[open]';

/** Drops what was typed and not applied. */
function close(popup: HTMLDetailsElement): void {
  for (const field of popup.querySelectorAll('input')) field.value = field.defaultValue;
  popup.querySelector('summary')?.focus({ preventScroll: true });
  popup.open = false;
}

// Lists and filters close by Escape and by a click elsewhere.
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  const popup = document.activeElement?.closest<HTMLDetailsElement>(POPUPS);
  if (!popup) return;
  close(popup);
  event.preventDefault();
});
document.addEventListener('pointerdown', ({ target }) => {
  for (const popup of document.querySelectorAll<HTMLDetailsElement>(POPUPS))
    if (!(target instanceof Node && popup.contains(target))) popup.open = false;
});

// The first field of a filter that opens has the focus.
for (const filter of document.querySelectorAll<HTMLDetailsElement>('details.filter')) {
  filter.addEventListener('toggle', () => {
    if (filter.open && !filter.contains(document.activeElement?.closest('.sheet') ?? null))
      filter.querySelector<HTMLElement>('input, select')?.focus({ preventScroll: true });
  });
}
