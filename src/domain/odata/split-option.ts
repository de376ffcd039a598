import { InvalidError } from '../errors';

/** Splits at separators outside of parentheses and quotes. @throws InvalidError for unbalanced parentheses */
export function splitOption(text: string, separator: ',' | ';' | '/'): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === "'") isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (depth < 0) break;
    if (letter !== separator || depth > 0) continue;
    parts.push(text.slice(from, at));
    from = at + 1;
  }
  if (depth !== 0) throw new InvalidError('$select, $expand or $apply has unbalanced parentheses.');
  return [...parts, text.slice(from)];
}
