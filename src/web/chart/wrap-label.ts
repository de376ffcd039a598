import { lazy } from '../../domain/lazy';

const segmenter = lazy(() => new Intl.Segmenter());
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}]/u;

/**
 * Wraps a label, since SVG text does not wrap: between words, or within a word longer than a line. Truncates with an
 * ellipsis.
 * @param width of a line in characters
 */
export function wrapLabel(label: string, width: number, maxLines: number): string[] {
  const words = label
    .trim()
    .split(/\s+/)
    .flatMap((word) => splitWord(word, width));
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
    if (lines.length > maxLines) return [...lines.slice(0, maxLines - 1), `${lines[maxLines - 1]}…`];
  }
  return lines;
}

function splitWord(word: string, width: number): string[] {
  if (widthOf(word) <= width) return [word];
  const parts = [''];
  for (const { segment } of segmenter().segment(word)) {
    const last = parts.at(-1)!;
    if (widthOf(last) + widthOf(segment) <= width) parts[parts.length - 1] = last + segment;
    else parts.push(segment);
  }
  return parts;
}

function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of segmenter().segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}
