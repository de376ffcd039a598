import { xlsxOf } from '../fixtures/xlsform-in/xlsx-builder';

/** An .xlsx file of sheets, each an array of rows of text. */
export function workbook(sheets: Readonly<Record<string, readonly (readonly string[])[]>>): Buffer {
  return Buffer.from(xlsxOf({ sheets }));
}
