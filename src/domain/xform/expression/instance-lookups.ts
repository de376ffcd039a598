import { functionName, tokenize } from './expression-tokens';

/** Limits against quadratic time on malicious texts; real labels are far shorter. */
const MAX_LOOKUPS = 100;
const MAX_LOOKUP_LENGTH = 2000;

/** Splits a text at paths that begin with instance('…')/: text at even positions, such paths at odd ones. */
export function splitAtInstanceLookups(source: string): string[] {
  const pieces: string[] = [];
  let end = 0;
  let start = source.indexOf('instance(');
  for (let count = 0; start >= 0 && count < MAX_LOOKUPS; count++) {
    const length = instanceLookupLength(source.slice(start, start + MAX_LOOKUP_LENGTH));
    if (length > 0) {
      pieces.push(source.slice(end, start), source.slice(start, start + length));
      end = start + length;
    }
    start = source.indexOf('instance(', start + Math.max(length, 1));
  }
  pieces.push(source.slice(end));
  return pieces;
}

/** Length of the path at the start of a text that begins with "instance("; 0 if it is not a path. */
function instanceLookupLength(text: string): number {
  let depth = 0;
  let end = 0;
  let steps = 0;
  for (const token of tokenize(text)) {
    if (depth === 0 && token.start > 0) {
      if (token.text === '/') steps++;
      else if (token.kind === 'function' && /\s/.test(token.text)) {
        // "…/label (see" ends with a name and goes on as plain text.
        end = token.start + functionName(token).length;
        break;
      } else if (token.kind !== 'name' && token.kind !== '[' && token.kind !== 'step') break;
    }
    if (token.kind === 'function' || token.kind === '(' || token.kind === '[') depth++;
    else if (token.kind === ')' || token.kind === ']') depth--;
    if (depth === 0) end = token.start + token.text.length;
  }
  // A dot at the end ends the sentence and is not part of a name.
  while (text[end - 1] === '.') end--;
  return steps > 0 && depth === 0 ? end : 0;
}
