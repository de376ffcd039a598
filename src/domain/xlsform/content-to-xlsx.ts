import { Content } from '../content/content';
import { contentToSheets, FlattenOptions } from './flat-sheet';
import { xlsxBytes } from '../workbook/xlsx-stream';

/**
 * Writes content as an .xlsx workbook (contract-xlsform 2.9, contract-assets 2.8). Reading it gives the same content with
 * every name written out, except `$` keys, unless Kobo rows were expanded.
 */
export function contentToXlsx(content: Content, options: FlattenOptions): Promise<Uint8Array> {
  const sheets = contentToSheets(withNames(content), options);
  return xlsxBytes(sheets.map(({ name, headers, rows }) => ({ name, rows: [headers, ...rows] })));
}

/** Writes out generated names, so that other converters and later imports use the names of the data. */
export function withNames(content: Content): Content {
  const { survey, choices } = content;
  return {
    ...content,
    survey: survey.map((row) => withName(row, row.$autoname)),
    ...(choices && { choices: choices.map((choice) => withName(choice, choice.$autovalue)) }),
  };
}

function withName<Row extends { name?: unknown }>(row: Row, generated: string | undefined): Row {
  return (row.name ?? '') === '' && generated !== undefined ? { ...row, name: generated } : row;
}
