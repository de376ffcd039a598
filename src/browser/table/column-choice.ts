/** The list of columns: it can be searched, and applies when it is closed. */
import { view } from './filters';

const list = document.querySelector<HTMLDetailsElement>('.columns-choice');

if (list !== null) {
  const boxes = [...list.querySelectorAll<HTMLInputElement>('input[name=c]')];
  const chosen = (): string =>
    boxes
      .filter(({ checked }) => checked)
      .map(({ value }) => value)
      .join();
  const shown = chosen();
  list.addEventListener('toggle', () => {
    if (list.open) find?.focus();
    else if (chosen() !== shown) view?.requestSubmit();
  });

  const find = list.querySelector<HTMLInputElement>('#find-column');
  const none = list.querySelector<HTMLElement>('#no-column');
  const rowOf = (box: HTMLInputElement): HTMLElement => box.closest('label')!;
  const isFound = (box: HTMLInputElement, text: string): boolean =>
    [rowOf(box).textContent, box.value].some((each) => each.toLocaleLowerCase().includes(text));
  if (find !== null && none !== null) {
    find.hidden = false;
    find.addEventListener('input', () => {
      const text = find.value.trim().toLocaleLowerCase();
      for (const box of boxes) rowOf(box).hidden = !isFound(box, text);
      none.hidden = boxes.some((box) => !rowOf(box).hidden);
    });
    find.addEventListener('keydown', (event) => {
      // Enter would send the form before a column is chosen.
      if (event.key === 'Enter') event.preventDefault();
    });
  }
  for (const button of list.querySelectorAll<HTMLButtonElement>('button[data-columns]')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      for (const box of boxes) if (!rowOf(box).hidden) box.checked = button.dataset['columns'] === 'all';
    });
  }
}
