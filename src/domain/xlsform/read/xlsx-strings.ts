import { cleanText } from './cell-text';
import { UnreadableFileError } from './unreadable-file';
import { readXml } from './xml-events';

/** Room for two hundred thousand choices in four languages and all that stands around them. */
const MAX_STRINGS = 1_000_000;

/**
 * The texts that cells refer to by number, cleaned once each: a million cells may share one long text.
 * Rich text is joined; phonetic readings (`rPh`) are not part of it.
 */
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

/** Characters that XML can't hold stand as `_xHHHH_` in workbooks. */
export function unescapeOoxml(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_match, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
}
