/** Edits of lists of choices. Choices are named by their index in the sheet. */
import { type ChoiceRow, type FormContent, replaceAt, splice, withWrittenName } from './form-content';
import { withText, withTranslated } from './form-edits';

export interface ListedChoice {
  readonly choice: ChoiceRow;
  /** In `choices`. */
  readonly index: number;
}

export function choicesOf({ choices = [] }: FormContent, list: string): ListedChoice[] {
  return choices.flatMap((choice, index) => (choice.list_name === list ? [{ choice, index }] : []));
}

export function listNames({ choices = [] }: FormContent): string[] {
  return [...new Set(choices.map(({ list_name }) => list_name))];
}

function withChoices(content: FormContent, choices: readonly ChoiceRow[]): FormContent {
  return { ...content, choices };
}

export function setChoiceLabel(
  content: FormContent,
  index: number,
  { language, text }: { language: number; text: string },
): FormContent {
  const choice = content.choices![index]!;
  const label = withText(choice['label'], language, text, content.translations.length);
  const changed: ChoiceRow = {
    ...withWrittenName(choice),
    label: label ?? content.translations.map(() => null),
  };
  return withTranslated(withChoices(content, replaceAt(content.choices!, index, changed)), 'label');
}

/** Adds choices at the end of a list. An empty name is made of the first label. */
export function addChoices(
  content: FormContent,
  list: string,
  added: readonly { readonly name: string; readonly labels: readonly string[] }[],
): FormContent {
  const { choices = [], translations } = content;
  const listed = choicesOf(content, list);
  const at = listed.length === 0 ? choices.length : listed.at(-1)!.index + 1;
  const taken = new Set(listed.map(({ choice }) => choice.name));
  const rows = added.map(({ name, labels }): ChoiceRow => {
    const free = freeChoice(name === '' ? nameOf(labels[0] ?? '') : name, taken);
    taken.add(free);
    const label = translations.map((_, language) => labels[language] || null);
    return { list_name: list, name: free, label };
  });
  return withTranslated(withChoices(content, splice(choices, at, 0, ...rows)), 'label');
}

function freeChoice(name: string, taken: ReadonlySet<string | undefined>): string {
  const base = name === '' ? 'choice' : name;
  if (!taken.has(base) && name !== '') return base;
  for (let number = name === '' ? 1 : 2; ; number += 1)
    if (!taken.has(`${base}_${number}`)) return `${base}_${number}`;
}

/** Name for a label: small letters without accents, digits and "_". Empty for other scripts. */
export function nameOf(label: string): string {
  const name = label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 40)
    .replace(/^_+|_+$/g, '');
  return /^\d/.test(name) ? `_${name}` : name;
}

/**
 * Reads pasted lines: a label each, or a name and labels in the order of the languages, separated by tabs as copied from a
 * spreadsheet.
 */
export function readLines(text: string): { name: string; labels: string[] }[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const cells = line.split('\t').map((cell) => cell.trim());
      return cells.length === 1 ? { name: '', labels: cells } : { name: cells[0]!, labels: cells.slice(1) };
    });
}

export function removeChoice(content: FormContent, index: number): FormContent {
  return withChoices(content, splice(content.choices!, index, 1));
}

/** Moves a choice by one place in its list. */
export function moveChoice(content: FormContent, index: number, step: -1 | 1): FormContent {
  const choices = content.choices!;
  const listed = choicesOf(content, choices[index]!.list_name);
  const other = listed[listed.findIndex((each) => each.index === index) + step];
  if (other === undefined) return content;
  return withChoices(
    content,
    replaceAt(replaceAt(choices, index, other.choice), other.index, choices[index]!),
  );
}
