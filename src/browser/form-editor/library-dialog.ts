import { button, element, setContent } from './elements';
import type { LibraryApi, ListedItem } from './library-api';
import { text } from '../texts';

const DELAY_MS = 250;

/** Asks for a question or block of the library, by a list that can be searched. @returns undefined if it was closed */
export async function chooseItem(api: LibraryApi): Promise<ListedItem | undefined> {
  const dialog = element('dialog', {
    class: 'sheet editor-dialog types',
    'aria-labelledby': 'library-title',
  });
  const search = element('input', { type: 'search', id: 'library-search', autocomplete: 'off' });
  const list = element('ul', { class: 'type-list items' });
  const status = element('p', { role: 'status', class: 'soft' });
  let chosen: ListedItem | undefined;
  const choose = (item: ListedItem): void => {
    chosen = item;
    dialog.close();
  };
  let request = new AbortController();
  const find = async (): Promise<void> => {
    request.abort();
    request = new AbortController();
    const { signal } = request;
    const answer = await api.find(search.value, signal);
    if (signal.aborted) return;
    const { items, count } = answer ?? { items: [], count: 0 };
    list.replaceChildren(
      ...items.map((item) =>
        element(
          'li',
          {},
          itemButton(item, () => choose(item)),
        ),
      ),
    );
    const none = search.value.trim() === '' ? 'noItems' : 'noItemFound';
    const message = answer === undefined ? 'libraryFailed' : count === 0 ? none : 'moreItems';
    setContent(status, message === 'moreItems' && count === items.length ? '' : text(message, { count }));
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Search for what is typed; undefined while it is not begun. */
  let found: Promise<void> | undefined;
  const findNow = (): Promise<void> => {
    clearTimeout(timer);
    return (found = find());
  };
  search.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void findNow(), DELAY_MS);
    found = undefined;
  });
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    // The list of what was typed before is not meant.
    void (found ?? findNow()).then(() => list.querySelector('button')?.click());
  });
  dialog.append(
    element('h2', { id: 'library-title' }, text('insertItem')),
    element('label', { for: 'library-search' }, text('searchItems')),
    search,
    status,
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
  void findNow();
  await new Promise((done) => dialog.addEventListener('close', done, { once: true }));
  clearTimeout(timer);
  request.abort();
  dialog.remove();
  return chosen;
}

function itemButton(item: ListedItem, choose: () => void): HTMLElement {
  const { name, asset_type: type, summary } = item;
  const labels = (summary?.labels ?? []).filter((label) => label !== name);
  const kind = text(type === 'block' ? 'block' : 'question');
  const made = button(name === '' ? text('noLabel') : name, choose, { class: 'quiet', dir: 'auto' });
  made.append(element('span', { class: 'row-kind' }, [kind, ...labels].join(' · ')));
  return made;
}
