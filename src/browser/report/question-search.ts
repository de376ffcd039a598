/** Shows the questions whose texts contain what is typed, in the list and on the page. */
export function bindSearch(): void {
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
