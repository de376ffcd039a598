/** Reports: search for questions, downloads of charts, and tables open in print. */
import { addDownloads } from './chart-downloads';

/** Shows the questions whose texts contain what is typed, in the list and on the page. */
function bindSearch(): void {
  const contents = document.querySelector('details.contents');
  const box = contents?.querySelector<HTMLElement>('.question-search');
  const input = box?.querySelector('input');
  const status = box?.querySelector('[role=status]');
  if (!box || !input || !status || !contents) return;
  const links = [...contents.querySelectorAll('a')];
  const sections = [
    ...document.querySelectorAll<HTMLElement>('section.question[aria-labelledby^="question-"]'),
  ];
  const textOf = (element: Element): string => (element.textContent ?? '').toLocaleLowerCase();
  box.hidden = false;
  input.addEventListener('input', () => {
    const wanted = input.value.trim().toLocaleLowerCase();
    let found = 0;
    for (const section of sections) {
      const heading = [...section.querySelectorAll('h2, .soft')].map(textOf).join(' ');
      section.hidden = !heading.includes(wanted);
      if (!section.hidden) found += 1;
      const id = section.getAttribute('aria-labelledby') ?? '';
      const item = links.find((link) => link.hash === `#${id}`)?.closest('li');
      if (item) item.hidden = section.hidden;
    }
    status.textContent = wanted === '' ? '' : `${found} of ${sections.length} questions`;
  });
}

for (const section of document.querySelectorAll<HTMLElement>('.question')) addDownloads(section);
bindSearch();

const folded = (): NodeListOf<HTMLDetailsElement> => document.querySelectorAll('details.numbers');
let opened: HTMLDetailsElement[] = [];
addEventListener('beforeprint', () => {
  opened = [...folded()].filter(({ open }) => !open);
  for (const each of opened) each.open = true;
});
addEventListener('afterprint', () => {
  for (const each of opened) each.open = false;
});
