import { Content } from '../content/content';
import { contentToSheets, FlatSheet, FlattenOptions } from './flat-sheet';

/** Sheets as JSON: rows by sheet name, cells by header, empty cells left out. */
export type FlatContent = Record<string, Record<string, string>[]>;

/** Content as the flat sheets of an XLSForm, in JSON (contract-assets 1.2, `content/` and `.ssjson`). */
export function flatContent(content: Content, options: FlattenOptions): FlatContent {
  return Object.fromEntries(
    contentToSheets(content, options).map((sheet) => [sheet.name, rowObjects(sheet)]),
  );
}

/** Content as an XLSForm that any tool understands: flat, Kobo's own rows expanded (contract-assets 1.2, `valid_content/`). */
export function validContent(content: Content): FlatContent {
  return flatContent(content, { expandKobo: true });
}

function rowObjects({ headers, rows }: FlatSheet): Record<string, string>[] {
  return rows.map((row) => {
    const cells = headers.map((header, column) => [header, row[column] ?? ''] as const);
    return Object.fromEntries(cells.filter(([, text]) => text !== ''));
  });
}
