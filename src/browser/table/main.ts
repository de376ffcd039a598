/** Keeps empty filters out of URLs, and selects all rows of a page at once. */
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

const rows = [...document.querySelectorAll<HTMLInputElement>('input[name=ids]')];
const all = document.querySelector<HTMLInputElement>('input#select-all');
const label = document.querySelector<HTMLElement>('#select-page');
if (all !== null && label !== null) {
  label.hidden = false;
  all.addEventListener('change', () => {
    for (const row of rows) row.checked = all.checked;
  });
}
