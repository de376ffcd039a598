import type { Content } from '../content/content';
import { contentToSheets, type FlatSheet } from './flat-sheet';

/** Sheets as JSON: rows by sheet name, cells by header, empty cells left out. */
export type FlatContent = Record<string, Record<string, string>[]>;

/**
 * Content as the flat sheets of an XLSForm, in JSON, Kobo's own rows and what rows are known by kept (contract-assets 1.2,
 * `content/` and `.ssjson`). The settings are there in any case.
 */
export function flatContent(content: Content): FlatContent {
  const sheets = contentToSheets(content, { expandKobo: false, keepsKeys: true });
  return {
    ...Object.fromEntries(sheets.map((sheet) => [sheet.name, rowObjects(sheet)])),
    ...(!sheets.some(({ name }) => name === 'settings') && { settings: [{}] }),
  };
}

function rowObjects({ headers, rows }: FlatSheet): Record<string, string>[] {
  return rows.map((row) => {
    const cells = headers.map((header, column) => [header, row[column] ?? ''] as const);
    return Object.fromEntries(cells.filter(([, text]) => text !== ''));
  });
}
