import { madeOnce } from '../../domain/made-once';

const letters = madeOnce(() => new Intl.Segmenter());
/** Letters that take the room of two. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}]/u;

/**
 * A label in lines for a chart, whose text does not wrap by itself: broken between words, within one where it is longer
 * than a line. What does not fit ends in an ellipsis.
 * @param width of a line in letters
 */
export function labelLines(label: string, width: number, most: number): string[] {
  const words = label
    .trim()
    .split(/\s+/)
    .flatMap((word) => pieces(word, width));
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
    if (lines.length > most) return [...lines.slice(0, most - 1), `${lines[most - 1]}…`];
  }
  return lines;
}

function pieces(word: string, width: number): string[] {
  if (widthOf(word) <= width) return [word];
  const found = [''];
  for (const { segment } of letters().segment(word)) {
    const last = found.at(-1)!;
    if (widthOf(last) + widthOf(segment) <= width) found[found.length - 1] = last + segment;
    else found.push(segment);
  }
  return found;
}

function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of letters().segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}
