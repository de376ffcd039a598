import { Content } from '../content/content';
import { contentToSheets, FlattenOptions } from './flat-sheet';
import { xlsxBytes } from '../workbook/xlsx-stream';

/**
 * Writes content as an .xlsx workbook (contract-xlsform 2.9, contract-assets 2.8). Reading it gives the same content
 * except `$` keys, unless Kobo rows were expanded.
 */
export function contentToXlsx(content: Content, options: FlattenOptions): Promise<Uint8Array> {
  const sheets = contentToSheets(content, options);
  return xlsxBytes(sheets.map(({ name, headers, rows }) => ({ name, rows: [headers, ...rows] })));
}
