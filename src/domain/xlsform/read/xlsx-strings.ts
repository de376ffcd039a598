import { cleanText } from './cell-text';
import { UnreadableFileError } from './unreadable-file';
import { readXml } from './xml-events';

/** Capacity for 200 000 choices in four languages and their names. */
const MAX_STRINGS = 1_000_000;

/** Reads the shared string table, cleaned once per text. Joins rich text; skips phonetic readings (`rPh`). */
export async function readSharedStrings(part: string, pieces: AsyncIterable<Uint8Array>): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  let inText = false;
  let inPhonetic = false;
  await readXml(part, pieces, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 't') inText = !inPhonetic;
      else if (name === 'rPh') inPhonetic = true;
    },
    text(piece) {
      if (inText) text += piece;
    },
    close(name) {
      if (name === 'si') {
        if (strings.length === MAX_STRINGS) {
          throw new UnreadableFileError(`it has more than ${MAX_STRINGS} different texts; split the form.`);
        }
        strings.push(cleanText(unescapeOoxml(text)));
      } else if (name === 't') inText = false;
      else if (name === 'rPh') inPhonetic = false;
    },
  });
  return strings;
}

/** Decodes `_xHHHH_`, the escape of characters that XML does not allow. */
export function unescapeOoxml(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_match, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
}
