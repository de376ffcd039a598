import { tokenize } from './expression-tokens';

/** No label has more look-ups, nor longer ones; the bounds keep hostile texts from being read again and again. */
const MOST_LOOKUPS = 100;
const LONGEST_LOOKUP = 2000;

/** The text cut at paths that begin with instance('…')/: text at even positions, such paths at odd ones. */
export function cutInstanceLookups(source: string): string[] {
  const pieces: string[] = [];
  let cut = 0;
  let start = source.indexOf('instance(');
  for (let count = 0; start >= 0 && count < MOST_LOOKUPS; count++) {
    const length = lengthOfInstanceLookup(source.slice(start, start + LONGEST_LOOKUP));
    if (length > 0) {
      pieces.push(source.slice(cut, start), source.slice(start, start + length));
      cut = start + length;
    }
    start = source.indexOf('instance(', start + Math.max(length, 1));
  }
  pieces.push(source.slice(cut));
  return pieces;
}

/** How much of a text that begins with "instance(" is one path into that instance; 0 when it is none. */
function lengthOfInstanceLookup(text: string): number {
  let depth = 0;
  let end = 0;
  let steps = 0;
  for (const token of tokenize(text)) {
    if (depth === 0 && token.start > 0) {
      if (token.text === '/') steps++;
      else if (token.kind !== 'name' && token.kind !== '[' && token.kind !== 'step') break;
    }
    if (token.kind === 'function' || token.kind === '(' || token.kind === '[') depth++;
    else if (token.kind === ')' || token.kind === ']') depth--;
    if (depth === 0) end = token.start + token.text.length;
  }
  // A dot can be part of a name, but at the end it is the end of the sentence.
  while (text[end - 1] === '.') end--;
  return steps > 0 && depth === 0 ? end : 0;
}
