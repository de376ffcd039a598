import { parameterPairs } from './parameter-pairs';

/** Columns of value and label that a select without parameters takes, by the extension of its file (contract-xlsform 3.5). */
export const CHOICE_FILE_COLUMNS = {
  csv: { value: 'name', label: 'label' },
  xml: { value: 'name', label: 'label' },
  geojson: { value: 'id', label: 'title' },
} as const;

/** Of content: what names the lists, and the choices in them. */
interface ListedContent {
  readonly survey: readonly object[];
  readonly choices?: readonly { readonly list_name: string }[];
}

/** Parameters whose value is a list. */
export const LIST_PARAMETERS: readonly string[] = ['tick_labelset', 'reference-geometry'];
const INSTANCE = /instance\(\s*(?:'([^']+)'|"([^"]+)")\s*\)/g;

/** Content with only the lists of choices that its rows name, also in parameters and in expressions: `instance('list')/root/item`. */
export function withOwnChoices<Content extends ListedContent>({ choices, ...content }: Content): Content {
  const named = new Set(content.survey.flatMap((row) => Object.entries(row).flatMap(namesIn)));
  const own = (choices ?? []).filter(({ list_name: list }) => named.has(list));
  return { ...content, ...(own.length > 0 && { choices: own }) } as unknown as Content;
}

function namesIn([column, cell]: [string, unknown]): (string | undefined)[] {
  if (typeof cell !== 'string') return [];
  if (column === 'parameters')
    return parameterPairs(cell).map(({ key, value }) => (LIST_PARAMETERS.includes(key) ? value : undefined));
  return [cell, ...[...cell.matchAll(INSTANCE)].map(([, single, double]) => single ?? double)];
}
