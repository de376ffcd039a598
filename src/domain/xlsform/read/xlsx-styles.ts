import { isBuiltInDate, showsDate } from './date-formats';
import { UnreadableFileError } from './unreadable-file';
import { readXml } from './xml-events';

/** Spreadsheets have 64 000 at most; what has more is made to be slow. */
const MAX_FORMATS = 70_000;

/** Which cell styles show dates: entry i is about style i. */
export async function readDateStyles(part: string, pieces: AsyncIterable<Uint8Array>): Promise<boolean[]> {
  const formats = new Map<number, boolean>();
  const styles: boolean[] = [];
  let inCellStyles = false;
  let elements = 0;
  await readXml(part, pieces, {
    open(name, attributes) {
      if ((name === 'xf' || name === 'numFmt') && ++elements > 2 * MAX_FORMATS) {
        throw new UnreadableFileError(`${part} has more cell formats than any workbook needs.`);
      }
      if (name === 'cellXfs') {
        inCellStyles = true;
      } else if (name === 'numFmt') {
        formats.set(Number(attributes.numFmtId), showsDate(attributes.formatCode ?? ''));
      } else if (name === 'xf' && inCellStyles) {
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
