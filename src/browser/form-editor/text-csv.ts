/** The table of texts as a CSV file for translators, and what such a file changes in the form. */
import { BYTE_ORDER_MARK, type CsvSeparator, csvLine, isFormula } from '../../domain/text/csv-line';
import { readDelimited } from './delimited';
import type { FormContent } from './form-content';
import { addLanguage, linesOf, setLineText, type TextLine } from './form-texts';

const KEYS = ['sheet', 'list', 'name', 'column'] as const;
/** Header of the language without a name: the same for all readers. */
export const NO_LANGUAGE = '(no language)';
const SEPARATOR = /^\ufeff?"?sheet"?([,;\t])/i;

export function csvOfTexts(content: FormContent, separator: CsvSeparator): string {
  const header = [...KEYS, ...content.translations.map(headerOf)];
  const rows = linesOf(content).map(({ texts, ...line }) => [...KEYS.map((key) => line[key]), ...texts]);
  return BYTE_ORDER_MARK + [header, ...rows].map((row) => csvLine(row, separator)).join('');
}

const headerOf = (language: string | null): string => language ?? NO_LANGUAGE;

export interface TextImport {
  readonly content: FormContent;
  readonly changed: number;
  /** Lines that match no text of the form, or more than one. */
  readonly unknownLines: readonly string[];
  readonly unknownLanguages: readonly string[];
}

/**
 * Takes over the texts of a CSV file. Lines are matched by sheet, list, name and column; empty cells change nothing.
 * @param added languages that the form gets first
 * @returns undefined if it is no such file
 */
export function importTexts(
  form: FormContent,
  csv: string,
  added: readonly string[] = [],
): TextImport | undefined {
  const content = added.reduce(addLanguage, form);
  const separator = SEPARATOR.exec(csv)?.[1];
  if (separator === undefined) return undefined;
  const [header = [], ...rows] = readDelimited(csv.replace(BYTE_ORDER_MARK, ''), separator);
  const keys = KEYS.map((key) => header.findIndex((each) => each.trim().toLowerCase() === key));
  if (keys.includes(-1)) return undefined;
  const languages = header.map((name, at) =>
    keys.includes(at) ? -1 : content.translations.findIndex((each) => headerOf(each) === name.trim()),
  );
  const lines = new Map<string, TextLine[]>();
  for (const line of linesOf(content))
    lines.set(keyOfLine(line), [...(lines.get(keyOfLine(line)) ?? []), line]);
  const unknownLines: string[] = [];
  let imported = content;
  let changed = 0;
  for (const row of rows) {
    const cells = keys.map((at) => unescaped(row[at] ?? '').trim());
    const [line, ...others] = lines.get(JSON.stringify(cells)) ?? [];
    if (line === undefined || others.length > 0) {
      unknownLines.push(cells.filter((cell) => cell !== '').join(' · '));
      continue;
    }
    for (const [at, language] of languages.entries()) {
      const text = language < 0 ? '' : textOfCell(row[at] ?? '', line.texts[language]!);
      const next = text === '' ? imported : setLineText(imported, line, language, text);
      if (next !== imported) changed += 1;
      imported = next;
    }
  }
  const unknownLanguages = header
    .map((name) => name.trim())
    .filter((name, at) => languages[at] === -1 && !keys.includes(at) && name !== '');
  return { content: imported, changed, unknownLines, unknownLanguages };
}

const keyOfLine = (line: TextLine): string => JSON.stringify(KEYS.map((key) => line[key]));

/** Without the apostrophe that keeps spreadsheets from running the cell. */
function unescaped(cell: string): string {
  return cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell;
}

/** The former text if only its line breaks differ, which spreadsheets write as they do. */
function textOfCell(cell: string, former: string): string {
  const text = unescaped(cell).replaceAll('\r\n', '\n');
  return cell === former || text === former.replaceAll('\r\n', '\n') ? former : text;
}

/** Text of a file in UTF-8, or in UTF-16 with its mark; undefined for others, such as the local encoding of a spreadsheet. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Separator that spreadsheets expect: semicolons where a comma is in decimals. @param locale that of the browser unless given */
export function separatorFor(locale?: string): CsvSeparator {
  return (1.5).toLocaleString(locale).includes(',') ? ';' : ',';
}
