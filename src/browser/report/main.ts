/** Reports: search for questions, downloads of charts, and tables open in print. */
import { addDownloads } from './chart-downloads';
import { bindSearch } from './question-search';

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
