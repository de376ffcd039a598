import { readXml } from './xml-events';

/** Numbers of built-in formats that show a date or a time. */
const BUILT_IN_DATES: readonly (readonly [first: number, last: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

/**
 * Which cell styles show dates: entry i is about style i. Dates are numbers in a spreadsheet; only the format tells.
 */
export async function readDateStyles(part: string, pieces: AsyncIterable<Uint8Array>): Promise<boolean[]> {
  const formats = new Map<number, boolean>();
  const styles: boolean[] = [];
  let inCellStyles = false;
  await readXml(part, pieces, {
    open(name, attributes) {
      if (name === 'cellXfs') inCellStyles = true;
      else if (name === 'numFmt')
        formats.set(Number(attributes.numFmtId), showsDate(attributes.formatCode ?? ''));
      else if (name === 'xf' && inCellStyles) {
        const format = Number(attributes.numFmtId ?? 0);
        styles.push(formats.get(format) ?? isBuiltInDate(format));
      }
    },
    close(name) {
      if (name === 'cellXfs') inCellStyles = false;
    },
  });
  return styles;
}

/** Whether a number of a built-in format means one that shows a date or a time. */
export function isBuiltInDate(format: number): boolean {
  return BUILT_IN_DATES.some(([first, last]) => format >= first && format <= last);
}

/** Whether a format code has a letter for day, month, year, hour or second outside quotes, escapes and brackets. */
export function showsDate(formatCode: string): boolean {
  const [positive = ''] = formatCode.replace(/"[^"]*"|\\.|_.|\*./g, '').split(';');
  const elapsed = /\[(h+|m+|s+)\]/i.test(positive);
  const letters = positive.replace(/\[[^\]]*\]/g, '').replace(/general/gi, '');
  return elapsed || /[dmyhs]/i.test(letters);
}
