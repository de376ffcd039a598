import { xlsxOf } from '../fixtures/xlsform-in/xlsx-builder';

export function workbook(sheets: Readonly<Record<string, readonly (readonly string[])[]>>): Buffer {
  return Buffer.from(xlsxOf({ sheets }));
}
