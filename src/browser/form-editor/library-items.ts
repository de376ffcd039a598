/** Items of the library: rows of a form with the choices that they use, saved to it and inserted from it. */
import { LIST_PARAMETERS, withOwnChoices } from '../../domain/content/own-choices';
import { insertRows, type Keys, rowsOfBlocks } from './block-edits';
import {
  type ChoiceRow,
  type FormContent,
  isBegin,
  labelOf,
  type Row,
  withWrittenName,
} from './form-content';
import { isTranslated, type MakeKey, withTranslated } from './form-edits';
import { LISTS_OF_BLOCKS } from './form-nodes';
import { addLanguage, isTextList, withTextLists } from './form-texts';
import { withNames } from './question-names';
import { freeName, isNameTaken } from './references';

export interface LibraryItem {
  readonly assetType: 'question' | 'block';
  readonly name: string;
  readonly content: FormContent;
}

/** The rows with all that is in them, and their choices, as an item. @returns undefined without rows */
export function itemOf(content: FormContent, keys: Keys, language: number): LibraryItem | undefined {
  const survey = rowsOfBlocks(content, keys);
  const [first] = survey;
  if (first === undefined) return undefined;
  const { schema, translations, translated, choices } = content;
  return {
    assetType: survey.length > 1 || isBegin(first.type) ? 'block' : 'question',
    name: labelOf(first, language),
    content: withOwnChoices<FormContent>({
      schema,
      translations,
      translated,
      survey,
      settings: {},
      ...(choices && { choices }),
    }),
  };
}

/**
 * Languages of an item that the form lacks. The one without a name is that of the form, or its first one; a form without
 * named languages takes the first of the item as its own.
 */
export function missingLanguages(content: FormContent, item: FormContent): string[] {
  const targets = languageTargets(content, item);
  return item.translations.filter((name, at): name is string => name !== null && targets[at] === -1);
}

/** Index of the form's language for each of the item's; -1 for one that the form lacks. */
function languageTargets({ translations }: FormContent, item: FormContent): number[] {
  const named = item.translations.map((name) => translations.indexOf(name));
  const isUnnamed = translations.length === 1 && translations[0] === null;
  const standIn = isUnnamed ? 0 : item.translations.indexOf(null);
  return named.includes(0) ? named : named.map((target, at) => (at === standIn && target < 0 ? 0 : target));
}

export interface Insertion {
  readonly content: FormContent;
  /** Keys of the rows at their first level. */
  readonly keys: readonly string[];
  /** Names of lists that were inserted under another one. */
  readonly renamedLists: readonly (readonly [from: string, to: string])[];
}

interface Place {
  /** Index that the rows are put before. */
  readonly at: number;
  /** Languages that the form gets; texts in others that it lacks are left out. */
  readonly added: readonly string[];
  readonly makeKey: MakeKey;
}

/** Adds the rows of an item with their choices. Names that the form has get a number, which references follow. */
export function insertItem(form: FormContent, item: FormContent, { at, added, makeKey }: Place): Insertion {
  const content = withColumns(added.reduce(addLanguage, form), item);
  const targets = languageTargets(form, item).map((target, language) =>
    target < 0 ? content.translations.indexOf(item.translations[language]!) : target,
  );
  const mapped = <Any extends Row | ChoiceRow>(row: Any): Any =>
    withLanguages(withWrittenName(row), content, { item, targets });
  const { rows, choices } = withFreeNames(content, {
    rows: item.survey.map((row) => ({ ...withoutKeys(mapped(row)), $kuid: makeKey() })),
    choices: (item.choices ?? []).map((choice) => withoutKeys(mapped(choice))),
  });
  const { lists, renamedLists } = mergeLists(content.choices ?? [], choices);
  const followed = renamedLists.reduce(renameList, rows);
  const { content: inserted, keys } = insertRows(content, followed, at);
  return { content: lists.length === 0 ? inserted : { ...inserted, choices: lists }, keys, renamedLists };
}

interface Sheets {
  readonly rows: readonly Row[];
  readonly choices: readonly ChoiceRow[];
}

/** Gives names that the form has a number. Rows of one name, such as in several repeats, keep one name. */
function withFreeNames(content: FormContent, { rows, choices }: Sheets): Sheets {
  const own = [...new Set(rows.map(({ name = '' }) => name))];
  const taken = new Set(own.map((name) => name.toLowerCase()));
  const free = new Map<string, string>();
  for (const name of own) {
    if (name === '' || !isNameTaken(content, name)) continue;
    free.set(name, freeName(content, name, taken));
    taken.add(free.get(name)!.toLowerCase());
  }
  const names = rows.flatMap(({ name = '', $kuid }): [string, string][] => {
    const other = free.get(name);
    return other === undefined ? [] : [[$kuid, other]];
  });
  const renamed = withNames({ ...content, survey: rows, choices }, new Map(names));
  return { rows: renamed.survey, choices: renamed.choices! };
}

/** Columns that have texts by language in the item have them in the form too. */
function withColumns(content: FormContent, item: FormContent): FormContent {
  const listed = new Set<string>();
  for (const row of [...item.survey, ...(item.choices ?? [])]) {
    for (const [column, cell] of Object.entries(row))
      if (Array.isArray(cell) && isTextList(item, column)) listed.add(column);
  }
  return [...listed]
    .filter((column) => !content.translated.includes(column))
    .reduce((form, column) => withTranslated(withTextLists(form, column), column), content);
}

/** The row with its texts in the order of the form's languages. Lists without any text go, but for labels. */
function withLanguages<Any extends Row | ChoiceRow>(
  row: Any,
  content: FormContent,
  { item, targets }: { item: FormContent; targets: readonly number[] },
): Any {
  const { translations } = content;
  const entries = Object.entries(row).flatMap(([column, cell]): [string, unknown][] => {
    if (typeof cell === 'string' && isTranslated(content, column))
      return [[column, translations.map(() => cell)]];
    if (!Array.isArray(cell) || !isTextList(item, column)) return [[column, cell]];
    const given = cell as (string | null)[];
    const texts = translations.map((_, language) => given[targets.indexOf(language)] ?? null);
    return column === 'label' || texts.some((each) => each !== null) ? [[column, texts]] : [];
  });
  return Object.fromEntries(entries) as Any;
}

function withoutKeys<Any extends Row | ChoiceRow>(row: Any): Any {
  return Object.fromEntries(
    Object.entries(row).filter(([column]) => !column.startsWith('$')),
  ) as unknown as Any;
}

type Lists = ReadonlyMap<string, readonly ChoiceRow[]>;

function listsOf(choices: readonly ChoiceRow[]): Lists {
  const lists = new Map<string, ChoiceRow[]>();
  for (const choice of choices) {
    const { list_name: list } = choice;
    lists.set(list, [...(lists.get(list) ?? []), choice]);
  }
  return lists;
}

/** A list that the form has with other choices is added under another name; the same one gets the texts that it lacks. */
function mergeLists(
  own: readonly ChoiceRow[],
  inserted: readonly ChoiceRow[],
): { lists: readonly ChoiceRow[]; renamedLists: (readonly [string, string])[] } {
  const ownLists = listsOf(own);
  const taken = new Set([...own, ...inserted].map(({ list_name: list }) => list));
  const renamedLists: (readonly [string, string])[] = [];
  let lists = own;
  for (const [list, choices] of listsOf(inserted)) {
    const name = freeList(list, choices, { ownLists, taken });
    taken.add(name);
    if (name !== list) renamedLists.push([list, name]);
    const former = ownLists.get(name);
    lists =
      former === undefined
        ? [...lists, ...choices.map((choice) => ({ ...choice, list_name: name }))]
        : lists.map((each) => withTexts(each, choices[former.indexOf(each)]));
  }
  return { lists, renamedLists };
}

/** Name of a list of the form with the same choices, such as by an earlier insertion, or one that is free. */
function freeList(
  list: string,
  choices: readonly ChoiceRow[],
  { ownLists, taken }: { ownLists: Lists; taken: ReadonlySet<string> },
): string {
  if (isSameList(ownLists.get(list) ?? choices, choices)) return list;
  for (let number = 2; ; number += 1) {
    const name = `${list}_${number}`;
    const former = ownLists.get(name);
    if (former === undefined ? !taken.has(name) : isSameList(former, choices)) return name;
  }
}

/** Whether lists have the same choices in order. A text that one of them lacks makes no difference. */
function isSameList(own: readonly ChoiceRow[], inserted: readonly ChoiceRow[]): boolean {
  return (
    own.length === inserted.length &&
    own.every((choice, at) => isSameChoice(withoutKeys(withWrittenName(choice)), inserted[at]!))
  );
}

function isSameChoice(own: ChoiceRow, inserted: ChoiceRow): boolean {
  const columns = new Set([...Object.keys(own), ...Object.keys(inserted)]);
  columns.delete('list_name');
  return [...columns].every((column) => isSameCell(own[column], inserted[column]));
}

function isSameCell(own: unknown, inserted: unknown): boolean {
  if (!Array.isArray(own) || !Array.isArray(inserted))
    return JSON.stringify(own) === JSON.stringify(inserted);
  return inserted.every((text, at) => text === null || own[at] === null || text === own[at]);
}

/** The choice with the texts of the same one that it lacks; itself if there are none. */
function withTexts(own: ChoiceRow, same: ChoiceRow | undefined): ChoiceRow {
  const filled = Object.entries(same ?? {}).flatMap(([column, cell]): [string, unknown][] => {
    const former = own[column];
    if (!Array.isArray(cell) || !Array.isArray(former)) return [];
    const texts = cell.map((each: unknown, at) => (former[at] as unknown) ?? each);
    return texts.some((each, at) => each !== (former[at] ?? null)) ? [[column, texts]] : [];
  });
  return filled.length === 0 ? own : { ...own, ...Object.fromEntries(filled) };
}

/** Columns that name a list: of a select, and of KoboToolbox's blocks. */
const LIST_COLUMNS = new Set(['select_from_list_name', ...Object.values(LISTS_OF_BLOCKS)]);

/** The rows with another list, also in parameters and in expressions that read its instance. */
function renameList(rows: readonly Row[], [from, to]: readonly [string, string]): readonly Row[] {
  const name = from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const instance = new RegExp(`(instance\\(\\s*['"])${name}(?=['"]\\s*\\))`, 'gu');
  const parameter = new RegExp(`((?:${LIST_PARAMETERS.join('|')})\\s*=\\s*)${name}(?=$|[\\s,;])`, 'gu');
  return rows.map((row) => {
    const entries = Object.entries(row).map(([column, cell]) => {
      if (typeof cell !== 'string') return [column, cell] as const;
      if (LIST_COLUMNS.has(column)) return [column, cell === from ? to : cell] as const;
      const pattern = column === 'parameters' ? parameter : instance;
      return [column, cell.replace(pattern, (_, before: string) => before + to)] as const;
    });
    return Object.fromEntries(entries) as unknown as Row;
  });
}
