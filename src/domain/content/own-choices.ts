/** Of content: what names the lists, and the choices in them. */
interface ListedContent {
  readonly survey: readonly object[];
  readonly choices?: readonly { readonly list_name: string }[];
}

/** Content with only the lists of choices that its rows name. */
export function withOwnChoices<Content extends ListedContent>({ choices, ...content }: Content): Content {
  const named = new Set<unknown>(content.survey.flatMap((row) => Object.values(row) as unknown[]));
  const own = (choices ?? []).filter(({ list_name: list }) => named.has(list));
  return { ...content, ...(own.length > 0 && { choices: own }) } as unknown as Content;
}
