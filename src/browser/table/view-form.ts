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
