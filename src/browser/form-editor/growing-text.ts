/**
 * Shows all lines of a text that is edited, in browsers without `field-sizing`, such as Firefox. Only grows: a field keeps the
 * height that it was given by hand.
 */
export function growTexts(page: HTMLElement): void {
  for (const kind of ['focusin', 'input'] as const)
    page.addEventListener(kind, ({ target }) => {
      if (target instanceof HTMLTextAreaElement) grow(target);
    });
}

function grow(field: HTMLTextAreaElement): void {
  const { scrollHeight, clientHeight, offsetHeight } = field;
  if (scrollHeight > clientHeight) field.style.height = `${scrollHeight + offsetHeight - clientHeight}px`;
}
