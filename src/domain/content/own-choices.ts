import type { Content } from './content';

/** Content with only the lists of choices that its rows name. */
export function withOwnChoices({ choices, ...content }: Content): Content {
  const named = new Set(content.survey.flatMap((row) => Object.values(row)));
  const own = (choices ?? []).filter(({ list_name: list }) => named.has(list));
  return own.length > 0 ? { ...content, choices: own } : content;
}
