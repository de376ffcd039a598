import { button, element } from './elements';
import { findTypes, nameOfType, wordOf } from './question-kinds';
import { text } from '../texts';

/** Asks for a type, by a list that can be searched. @returns undefined if it was closed */
export async function chooseType(title: string, types: readonly string[]): Promise<string | undefined> {
  const dialog = element('dialog', { class: 'sheet editor-dialog types', 'aria-labelledby': 'types-title' });
  const search = element('input', { type: 'search', id: 'type-search', autocomplete: 'off' });
  const list = element('ul', { class: 'type-list' });
  const none = element('p', { role: 'status', class: 'soft' });
  const offer = (): void => {
    const found = findTypes(types, search.value);
    list.replaceChildren(
      ...found.map((type) =>
        element(
          'li',
          {},
          button('', () => dialog.close(type), {
            class: 'quiet',
            'data-type': type,
            'aria-label': nameOfType(type),
          }),
        ),
      ),
    );
    for (const each of list.querySelectorAll('button')) {
      const type = each.dataset['type']!;
      each.append(wordOf(type), element('span', { class: 'row-kind' }, wordOf(type) === type ? '' : type));
    }
    none.textContent = found.length === 0 ? text('noType') : '';
  };
  search.addEventListener('input', offer);
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    list.querySelector('button')?.click();
  });
  offer();
  dialog.append(
    element('h2', { id: 'types-title' }, title),
    element('label', { for: 'type-search' }, text('searchTypes')),
    search,
    none,
    list,
    element(
      'div',
      { class: 'buttons' },
      button(text('cancel'), () => dialog.close()),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  search.focus();
  await new Promise((done) => dialog.addEventListener('close', done, { once: true }));
  dialog.remove();
  return dialog.returnValue === '' ? undefined : dialog.returnValue;
}
