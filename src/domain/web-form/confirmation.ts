/** Column of the settings sheet with the text after a submission, with `::language` where it is translated. */
const COLUMN = /^confirmation_message(?:::(.+))?$/;

/** Texts after a submission by language, '' for the column without one; undefined if the form has none. */
export function confirmationOf(
  settings: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> | undefined {
  const texts = Object.entries(settings).flatMap(([name, text]) => {
    const column = COLUMN.exec(name);
    if (column === null || typeof text !== 'string' || text.trim() === '') return [];
    return [[column[1]?.trim() ?? '', text] as const];
  });
  return texts.length === 0 ? undefined : Object.fromEntries(texts);
}
