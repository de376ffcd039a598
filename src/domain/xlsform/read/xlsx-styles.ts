import { isBuiltInDate, showsDate } from './date-formats';
import { readXml } from './xml-events';

/** Which cell styles show dates: entry i is about style i. */
export async function readDateStyles(part: string, pieces: AsyncIterable<Uint8Array>): Promise<boolean[]> {
  const formats = new Map<number, boolean>();
  const styles: boolean[] = [];
  let inCellStyles = false;
  await readXml(part, pieces, {
    open(name, attributes) {
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
