import type { Content } from '../content/content';
import { contentToSheets, type FlatSheet } from './flat-sheet';

/** Sheet name → rows, each header → text; empty cells are absent. */
export type FlatContent = Record<string, Record<string, string>[]>;

/**
 * Flattens content to the sheets of an XLSForm in JSON, with Kobo rows and `$` keys (contract-assets 1.2, `content/`
 * and `.ssjson`). Always has `settings`.
 */
export function flatContent(content: Content): FlatContent {
  const sheets = contentToSheets(content, { expandKobo: false, includesKeys: true });
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
