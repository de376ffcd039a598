/** Edits of a form: each returns new content and leaves what it does not concern the same objects. */
import {
  type FormContent,
  isBegin,
  replaceAt,
  type Row,
  splice,
  type Texts,
  withWrittenName,
} from './form-content';
import { withName, withNames } from './question-names';
import { freeName, isNameTaken } from './references';

const LISTED = new Set(['select_one', 'select_multiple', 'rank', 'select_one_external']);
const FROM_FILE = new Set(['select_one_from_file', 'select_multiple_from_file']);
/** Columns that the service derives from the name and the place. */
const DERIVED = ['$autoname', '$xpath'];

/** Whether the type has a list of choices on the sheet. */
export const hasList = (type: string): boolean => LISTED.has(type);
export const readsFile = (type: string): boolean => FROM_FILE.has(type);

function withSurvey(content: FormContent, survey: readonly Row[]): FormContent {
  return { ...content, survey };
}

function withRow(content: FormContent, index: number, row: Row): FormContent {
  return withSurvey(content, replaceAt(content.survey, index, row));
}

function without<Source extends object>(row: Source, columns: readonly string[]): Source {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column))) as Source;
}

/** Sets a cell; an empty text or undefined removes it. */
export function setCell(content: FormContent, index: number, column: string, value: unknown): FormContent {
  const row = content.survey[index]!;
  if (row[column] === value) return content;
  const isEmpty = value === '' || value === undefined || value === null;
  return withRow(content, index, isEmpty ? without(row, [column]) : { ...row, [column]: value });
}

/** Whether cells of the column have one text per language. */
export function isTranslated(content: FormContent, column: string): boolean {
  return ['label', 'hint'].includes(column) || content.translated.includes(column);
}

/** A list of texts with one of them replaced; undefined if none is left. */
export function withText(cell: unknown, language: number, text: string, count: number): Texts | undefined {
  const former: readonly unknown[] = Array.isArray(cell) ? cell : [cell];
  const texts = Array.from({ length: Math.max(count, former.length) }, (_, at) => {
    if (at === language) return text === '' ? null : text;
    return (former[at] as string | null | undefined) ?? null;
  });
  return texts.some((each) => each !== null) ? texts : undefined;
}

/** Adds a column to those with translations, which clients of KoboToolbox read. */
export function withTranslated(content: FormContent, column: string): FormContent {
  if (content.translated.includes(column)) return content;
  return { ...content, translated: [...content.translated, column].sort() };
}

export function setText(
  content: FormContent,
  index: number,
  { column, language, text }: { column: string; language: number; text: string },
): FormContent {
  const row = content.survey[index]!;
  if (!isTranslated(content, column) && !Array.isArray(row[column]))
    return setCell(content, index, column, text);
  const texts = withText(row[column], language, text, content.translations.length);
  const named = column === 'label' ? withRow(content, index, withWrittenName(row)) : content;
  const changed = setCell(named, index, column, texts);
  return texts === undefined ? changed : withTranslated(changed, column);
}

/** Renames a row. References and paths to it follow where they are certain. */
export function rename(content: FormContent, index: number, name: string): FormContent {
  const row = content.survey[index]!;
  return row.name === name ? content : withName(content, index, { ...without(row, DERIVED), name });
}

/** Changes the type of a question, and drops the list or file that the new one has not. */
export function changeType(content: FormContent, index: number, type: string): FormContent {
  const row = content.survey[index]!;
  if (row.type === type) return content;
  const dropped = [
    ...(hasList(type) ? [] : ['select_from_list_name']),
    ...(readsFile(type) ? [] : ['file']),
    ...(hasList(type) || readsFile(type) ? [] : ['choice_filter', '_or_other']),
  ];
  const changed = withRow(content, index, { ...without(row, dropped), type });
  return hasList(type) && row.select_from_list_name === undefined
    ? setCell(changed, index, 'select_from_list_name', freeList(changed, row.name ?? 'list'))
    : changed;
}

/** A list that has no choices yet is taken too. */
function freeList({ survey, choices = [] }: FormContent, name: string): string {
  const taken = new Set<unknown>([
    ...choices.map(({ list_name }) => list_name),
    ...survey.map(({ select_from_list_name: list }) => list),
  ]);
  for (let number = 1; ; number += 1) {
    const list = number === 1 ? name : `${name}_${number}`;
    if (!taken.has(list)) return list;
  }
}

/** Makes a key such as those of the service: nine letters or digits, the first a letter. */
export type MakeKey = () => string;

/**
 * Adds a row of a type behind another one, which is inside of it for a group.
 * @param after index; -1 for the end of the form
 */
export function addRow(
  content: FormContent,
  after: number,
  { type, name, makeKey }: { type: string; name: string; makeKey: MakeKey },
): { content: FormContent; index: number } {
  const { survey } = content;
  const at = after < 0 ? survey.length : after + 1;
  const row: Row = { type, name: freeName(content, name), $kuid: makeKey() };
  const rows = isBegin(type) ? [row, { type: type.replace('begin_', 'end_'), $kuid: makeKey() }] : [row];
  const added = withSurvey(content, splice(survey, at, 0, ...rows));
  if (!hasList(type)) return { content: added, index: at };
  return { content: setCell(added, at, 'select_from_list_name', freeList(added, row.name!)), index: at };
}

/**
 * Copies of rows, or rows from elsewhere, with keys and names of their own, which references and paths inside of them follow.
 * @param source form that the rows are from, where their paths lead
 */
export function withOwnNames(
  content: FormContent,
  rows: readonly Row[],
  makeKey: MakeKey,
  source: FormContent = { ...content, survey: rows },
): Row[] {
  const given = new Set<string>();
  const own = rows.map(({ name = '' }) => name.toLowerCase());
  const names = new Map<string, string>();
  for (const { name = '', $kuid } of rows) {
    if (name === '') continue;
    const isFree = !given.has(name.toLowerCase()) && !isNameTaken(content, name);
    const free = isFree ? name : freeName(content, name, new Set([...own, ...given]));
    given.add(free.toLowerCase());
    if (!isFree) names.set($kuid, free);
  }
  const followed = withNames({ ...content, survey: rows }, names, source);
  return followed.survey.map((row) => ({ ...without(row, DERIVED), $kuid: makeKey() }));
}
