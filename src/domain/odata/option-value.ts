import { InvalidError } from '../errors';

/** Parses the number of `$top` or `$skip`; undefined if absent. @throws InvalidError */
export function readWholeNumber(text: string | undefined, name: '$top' | '$skip'): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text))
    throw new InvalidError(`${name} must be a whole number, such as ${name}=100.`);
  return Number(text);
}

/** Parses `$count`; false if absent. @throws InvalidError */
export function readFlag(text: string | undefined): boolean {
  if (text !== undefined && text !== 'true' && text !== 'false')
    throw new InvalidError('$count must be true or false.');
  return text === 'true';
}

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
