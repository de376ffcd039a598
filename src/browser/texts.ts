let texts: Readonly<Record<string, string>> | undefined;

/** Texts of the page in the language of its reader; none in unit tests, which have no page. */
function pageTexts(): Readonly<Record<string, string>> {
  const json = 'document' in globalThis ? document.querySelector('#texts')?.textContent : undefined;
  return (texts ??= JSON.parse(json ?? '{}') as Record<string, string>);
}

/** A text of the page by its name, else the name. @param values of placeholders, which are names in braces */
export function text(name: string, values: Readonly<Record<string, string | number>> = {}): string {
  return (pageTexts()[name] ?? name).replace(/\{(\w+)\}/g, (all, value: string) =>
    String(values[value] ?? all),
  );
}

export const hasText = (name: string): boolean => Object.hasOwn(pageTexts(), name);

/** In the language of the page. */
export function numberText(number: number): string {
  return number.toLocaleString(document.documentElement.dataset['locale'] ?? 'en');
}
