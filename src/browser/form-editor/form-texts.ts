/** Texts of a form as a table: a line for each text, a column for each language. */
import { isAlwaysTranslated, isTextColumn } from '../../domain/content/standard/column-header';
import {
  type ChoiceRow,
  type FormContent,
  isEnd,
  replaceAt,
  type Row,
  textOf,
  withWrittenName,
} from './form-content';
import { isTranslated, withText, withTranslated } from './form-edits';
import { columnsOf } from './type-columns';

export type TextSheet = 'survey' | 'choices';

/** Place of a text in the form. */
export interface TextPlace {
  readonly sheet: TextSheet;
  /** Row of the sheet. */
  readonly index: number;
  readonly column: string;
}

export interface TextLine extends TextPlace {
  /** List of a choice; empty for questions. */
  readonly list: string;
  readonly name: string;
  /** In the order of the languages. One text for all of them is in each. */
  readonly texts: readonly string[];
}

type AnyRow = Row | ChoiceRow;

/** In the order of the table; other columns of texts follow. */
const ORDER = ['label', 'hint', 'guidance_hint', 'constraint_message', 'required_message'];

/** Whether lists in the column have one text per language. */
export function isTextList(content: FormContent, column: string): boolean {
  return isTranslated(content, column) || isTextColumn(column) || isAlwaysTranslated(column);
}

export const keyOfLine = ({ sheet, index, column }: TextPlace): string => `${sheet} ${index} ${column}`;

/** @param kept keys of further lines, such as of a text that is emptied to be written anew */
export function linesOf(content: FormContent, kept: ReadonlySet<string> = new Set()): TextLine[] {
  const columns = textColumnsOf(content, kept);
  const ofSheet = (sheet: TextSheet, rows: readonly AnyRow[]): TextLine[] =>
    rows.flatMap((row, index) => {
      if (sheet === 'survey' && isEnd((row as Row).type)) return [];
      const { list, name } = namesOf(sheet, row);
      return columns
        .filter(
          (column) =>
            hasText(row, column) ||
            (column === 'label' && isLabelled(sheet, row)) ||
            kept.has(keyOfLine({ sheet, index, column })),
        )
        .map((column) => ({ sheet, index, column, list, name, texts: textsOf(content, row[column]) }));
    });
  return [...ofSheet('survey', content.survey), ...ofSheet('choices', content.choices ?? [])];
}

function namesOf(sheet: TextSheet, row: AnyRow): { list: string; name: string } {
  const generated = row[sheet === 'survey' ? '$autoname' : '$autovalue'];
  const name = row.name ?? (typeof generated === 'string' ? generated : '');
  return { list: sheet === 'survey' ? '' : (row as ChoiceRow).list_name, name };
}

function textColumnsOf(content: FormContent, kept: ReadonlySet<string>): string[] {
  const found = new Set(['label', ...[...kept].map((key) => key.slice(key.lastIndexOf(' ') + 1))]);
  for (const row of [...content.survey, ...(content.choices ?? [])]) {
    for (const column of Object.keys(row)) if (isTextList(content, column)) found.add(column);
  }
  const place = (column: string): number => (ORDER.indexOf(column) + ORDER.length + 1) % (ORDER.length + 1);
  return [...found].sort((a, b) => place(a) - place(b));
}

function hasText(row: AnyRow, column: string): boolean {
  const cell = row[column];
  const texts: readonly unknown[] = Array.isArray(cell) ? cell : [cell];
  return texts.some((text) => typeof text === 'string' && text !== '');
}

function isLabelled(sheet: TextSheet, row: AnyRow): boolean {
  return sheet === 'choices' || columnsOf((row as Row).type).includes('label');
}

function textsOf({ translations }: FormContent, cell: unknown): string[] {
  return translations.map((_, language) => textOf(cell, language));
}

/** Whether the text is there in another language only. */
export function isMissing({ texts }: TextLine, language: number): boolean {
  return texts[language] === '' && texts.some((text) => text !== '');
}

/** Number of missing texts by language. */
export function countMissing(lines: readonly TextLine[], languages: number): number[] {
  return Array.from(
    { length: languages },
    (_, language) => lines.filter((line) => isMissing(line, language)).length,
  );
}

/**
 * Sets the text of a language. A text that was one for all languages is then one per language, and so are the others of
 * its column: they say the same in each as before.
 */
export function setLineText(
  content: FormContent,
  { sheet, index, column }: TextPlace,
  language: number,
  text: string,
): FormContent {
  const given = content[sheet]![index]!;
  if (textOf(given[column], language) === text) return content;
  const isPlain = !Array.isArray(given[column]) && !isTranslated(content, column);
  if (isPlain && content.translations.length === 1)
    return withRow(content, sheet, index, withCell(given, column, text === '' ? undefined : text));
  const listed = isPlain ? withTextLists(content, column) : content;
  const former: AnyRow = listed[sheet]![index]!;
  const row = column === 'label' ? withWrittenName(former) : former;
  const texts = withText(row[column], language, text, content.translations.length);
  // A label is expected of each choice.
  const isKept = texts === undefined && sheet === 'choices' && column === 'label';
  const cell = isKept ? content.translations.map(() => null) : texts;
  const changed = withRow(listed, sheet, index, withCell(row, column, cell));
  return texts === undefined ? changed : withTranslated(changed, column);
}

function withRow(content: FormContent, sheet: TextSheet, index: number, row: AnyRow): FormContent {
  return { ...content, [sheet]: replaceAt<AnyRow>(content[sheet]!, index, row) };
}

function withCell<Any extends AnyRow>(row: Any, column: string, cell: unknown): Any {
  if (cell !== undefined) return { ...row, [column]: cell };
  const { [column]: _, ...rest } = row;
  return rest as unknown as Any;
}

/** Repeats each plain text of the column for all languages. */
export function withTextLists(content: FormContent, column: string): FormContent {
  const listed = <Any extends AnyRow>(row: Any): Any => {
    const cell = row[column];
    return typeof cell === 'string' ? { ...row, [column]: content.translations.map(() => cell) } : row;
  };
  return {
    ...content,
    survey: content.survey.map(listed),
    ...(content.choices && { choices: content.choices.map(listed) }),
  };
}

export type LanguageProblem = 'empty' | 'taken';

/** @param at index of the language that gets the name; none for a new one */
export function problemOfLanguage(
  { translations }: FormContent,
  name: string,
  at?: number,
): LanguageProblem | undefined {
  if (name.trim() === '') return 'empty';
  const isTaken = translations.some((each, index) => index !== at && each === name.trim());
  return isTaken ? 'taken' : undefined;
}

/** Adds a language behind the others, whose texts are all missing. */
export function addLanguage(content: FormContent, name: string): FormContent {
  const { translations } = content;
  const listed = mapTextLists(content, (texts) => [...translations.map((_, at) => texts[at] ?? null), null]);
  return { ...listed, translations: [...translations, name] };
}

/** The default language follows its new name. */
export function renameLanguage(content: FormContent, at: number, name: string): FormContent {
  const { translations, settings } = content;
  const former = translations[at];
  if (former === name) return content;
  const renamed = { ...content, translations: replaceAt(translations, at, name) };
  return former !== null && settings?.['default_language'] === former
    ? { ...renamed, settings: { ...settings, default_language: name } }
    : renamed;
}

/** Removes a language with its texts. The first of the others takes its place as the default one. */
export function removeLanguage(content: FormContent, at: number): FormContent {
  const former = content.translations[at];
  const translations = content.translations.filter((_, index) => index !== at);
  const listed = mapTextLists(content, (texts) => texts.filter((_, index) => index !== at));
  const removed = { ...listed, translations };
  const { default_language: defaultLanguage, ...settings } = content.settings ?? {};
  if (defaultLanguage === undefined || defaultLanguage !== former) return removed;
  const [first] = translations;
  return { ...removed, settings: { ...settings, ...(first && { default_language: first }) } };
}

type List = readonly (string | null)[];

/** Changes all lists of texts. Lists without any text go, but for labels. */
function mapTextLists(content: FormContent, change: (texts: List) => List): FormContent {
  const changed = <Any extends AnyRow>(row: Any): Any => {
    const entries = Object.entries(row).flatMap(([column, cell]): [string, unknown][] => {
      if (!Array.isArray(cell) || !isTextList(content, column)) return [[column, cell]];
      const texts = change(cell as List);
      return column === 'label' || texts.some((text) => text !== null) ? [[column, texts]] : [];
    });
    return Object.fromEntries(entries) as Any;
  };
  return {
    ...content,
    survey: content.survey.map(changed),
    ...(content.choices && { choices: content.choices.map(changed) }),
  };
}
