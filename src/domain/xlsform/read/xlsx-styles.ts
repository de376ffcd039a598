import { isBuiltInDateFormat, isDateFormat } from './date-formats';
import { UnreadableFileError } from './unreadable-file';
import { readXml } from './xml-events';

const MAX_FORMATS = 70_000;

/** Reads whether each cell style is a date format. */
export async function readDateStyles(part: string, pieces: AsyncIterable<Uint8Array>): Promise<boolean[]> {
  const formats = new Map<number, boolean>();
  const styles: boolean[] = [];
  let inCellStyles = false;
  let elements = 0;
  await readXml(part, pieces, {
    open(name, attributes) {
      if ((name === 'xf' || name === 'numFmt') && ++elements > 2 * MAX_FORMATS) {
        throw new UnreadableFileError(
          `${part} has too many cell formats; save the sheets in a new workbook.`,
        );
      }
      if (name === 'cellXfs') {
        inCellStyles = true;
      } else if (name === 'numFmt') {
        formats.set(Number(attributes.numFmtId), isDateFormat(attributes.formatCode ?? ''));
      } else if (name === 'xf' && inCellStyles) {
        const format = Number(attributes.numFmtId ?? 0);
        styles.push(formats.get(format) ?? isBuiltInDateFormat(format));
      }
    },
    close(name) {
      if (name === 'cellXfs') inCellStyles = false;
    },
  });
  return styles;
}
