import { escapeText } from '../../domain/text/xml-text';
import { Html } from '../page/html';

export interface HighlightedJson {
  readonly markup: Html;
  /** False if truncated. */
  readonly isComplete: boolean;
}

/** A string with the colon after a key, an empty list or object, a delimiter, space, or a word. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"?:?|\[\s*\]|\{\s*\}|[[\]{},:]|\s+|[^\s[\]{},:"]+/gs;
const MAX_INDENT = 63;

/**
 * Pretty-prints JSON as HTML, one value per line: keys in `b`, strings in `i`, all else in `u`. Strings that are URLs below
 * `origin` become links. Invalid JSON is escaped too.
 * @param maxLength characters shown
 */
export function highlightJson(json: string, origin: string, maxLength: number): HighlightedJson {
  const isComplete = json.length <= maxLength;
  const linkStart = `"${escapeText(origin)}/`;
  let depth = 0;
  const lineBreak = (change: number): string => {
    depth = Math.max(0, depth + change);
    return `\n${'  '.repeat(Math.min(depth, MAX_INDENT))}`;
  };
  const markupOf = (token: string): string => {
    switch (token[0]) {
      case '"':
        if (token.endsWith('":')) return `<b>${token.slice(0, -1)}</b>: `;
        // A link would not decode escape sequences.
        return token.startsWith(linkStart) && token.endsWith('"') && !token.includes('\\')
          ? `<a href="${token.slice(1, -1)}">${token}</a>`
          : `<i>${token}</i>`;
      case '[':
      case '{':
        return token.length > 1 ? `${token[0]}${token.at(-1)}` : token + lineBreak(1);
      case ']':
      case '}':
        return lineBreak(-1) + token;
      case ',':
        return token + lineBreak(0);
      case ':':
        return ': ';
      default:
        return token.trim() === '' ? '' : `<u>${token}</u>`;
    }
  };
  // Escaping all at once is faster than per token, and adds no JSON delimiters.
  const text = escapeText(isComplete ? json : json.slice(0, maxLength)).replace(TOKEN, markupOf);
  return { markup: new Html(isComplete ? text : `${text}…`), isComplete };
}
