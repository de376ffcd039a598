import { endOfString } from './lossless-json';

const QUOTE = 0x22;
const COMMA = 0x2c;

/**
 * Parses the elements of a list one after the other, so that a long one does not occupy the thread.
 * @param json valid JSON of a list, as `JSON.stringify` writes it
 */
export function* listElements(json: string): Generator<unknown> {
  const end = json.length - 1;
  let depth = 0;
  let from = 1;
  for (let at = 1; at < end; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at);
    else if (code === 0x5b || code === 0x7b) depth += 1;
    else if (code === 0x5d || code === 0x7d) depth -= 1;
    else if (code === COMMA && depth === 0) {
      yield JSON.parse(json.slice(from, at));
      from = at + 1;
    }
  }
  if (from < end) yield JSON.parse(json.slice(from, end));
}
