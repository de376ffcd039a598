import { text } from '../texts';

/** Selection of rows: all of the page, a range with Shift, and how many are selected. */
const rows = (): HTMLInputElement[] => [...document.querySelectorAll<HTMLInputElement>('input[name=ids]')];
const all = document.querySelector<HTMLInputElement>('input#select-all');
const target = document.querySelector<HTMLSelectElement>('select#target');
const many = document.querySelector<HTMLFormElement>('form#many');
let last: HTMLInputElement | undefined;

/** Changes of selected rows need a selected row. */
function offerChanges(): void {
  const boxes = rows();
  const count = boxes.filter(({ checked }) => checked).length;
  if (all !== null) {
    all.checked = count > 0 && count === boxes.length;
    all.indeterminate = count > 0 && count < boxes.length;
  }
  if (target === null || many === null) return;
  const selected = target.options[0]!;
  selected.text = count === 0 ? text('Selected rows') : text('{count} selected', { count });
  const isEmpty = target.value === 'ids' && count === 0;
  for (const button of many.querySelectorAll<HTMLButtonElement>('button:not([type=reset])'))
    button.disabled = isEmpty;
}

if (all !== null) {
  all.hidden = false;
  all.addEventListener('change', () => {
    for (const row of rows()) row.checked = all.checked;
  });
}

document.addEventListener('click', ({ target: clicked, shiftKey }) => {
  if (!(clicked instanceof HTMLInputElement) || clicked.name !== 'ids') return;
  if (shiftKey && last !== undefined) {
    const boxes = rows();
    const [from, to] = [boxes.indexOf(last), boxes.indexOf(clicked)].sort((a, b) => a - b);
    for (const box of boxes.slice(from, to! + 1)) box.checked = clicked.checked;
  }
  last = clicked;
  offerChanges();
});

many?.addEventListener('reset', () => {
  // Fields have their first values after the event.
  setTimeout(() => {
    for (const row of rows()) row.checked = false;
    if (target !== null) target.value = 'ids';
    offerChanges();
    all?.focus({ preventScroll: true });
  });
});

offerChanges();
document.addEventListener('change', offerChanges);
// Browsers keep the choice on a page that is shown again.
addEventListener('pageshow', offerChanges);
