import { InvalidError } from '../errors';
import { isEdmDate, readInt64, readTimestamp } from './edm-value';

/** Constant in a filter; `kind` is its type. */
export type Literal =
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'number'; readonly value: number | bigint }
  | { readonly kind: 'text' | 'date'; readonly value: string }
  /** Microseconds since 1970, or since midnight. */
  | { readonly kind: 'timestamp' | 'time'; readonly value: bigint };

export type Token =
  | { readonly kind: 'mark'; readonly text: '(' | ')' | ',' }
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'literal'; readonly literal: Literal }
  | { readonly kind: 'end' };

const SPACE = /\s+/y;
const MARK = /[(),]/y;
const TEXT = /'((?:[^']|'')*)'/y;
const NUMERIC = /[-+]?(?:\d|[.]\d)[^\s(),']*/y;
/** Timestamp whose `+` was decoded to a space, since the client did not encode it. */
const SPACED_ZONE = /^(\d{4}-\d\d-\d\dT[\d:.]+) (\d\d:\d\d)/;
const WORD = /[\p{L}_][\p{L}\p{Nd}_./:$]*/uy;
const TIME = /^\d\d:\d\d(:\d\d([.]\d{1,12})?)?$/;
const NUMBER = /^[-+]?(\d+([.]\d+)?|[.]\d+)(e[-+]?\d{1,3})?$/i;

const CONSTANTS: Readonly<Record<string, Literal>> = {
  null: { kind: 'null' },
  true: { kind: 'boolean', value: true },
  false: { kind: 'boolean', value: false },
};

/** Splits a `$filter` into tokens. @throws InvalidError for an invalid token */
export function tokenizeFilter(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (expression: RegExp): RegExpExecArray | null => {
    expression.lastIndex = at;
    const found = expression.exec(text);
    if (found !== null) at += found[0].length;
    return found;
  };
  while ((match(SPACE), at < text.length)) {
    const mark = match(MARK);
    if (mark !== null) {
      tokens.push({ kind: 'mark', text: mark[0] as '(' });
      continue;
    }
    const quoted = match(TEXT);
    if (quoted !== null) {
      tokens.push(literal({ kind: 'text', value: quoted[1]!.replaceAll("''", "'") }));
      continue;
    }
    const spaced = SPACED_ZONE.exec(text.slice(at, at + 40));
    if (spaced !== null) {
      at += spaced[0].length;
      tokens.push(literal(readNumeric(`${spaced[1]}+${spaced[2]}`)));
      continue;
    }
    const numeric = match(NUMERIC);
    if (numeric !== null) {
      tokens.push(literal(readNumeric(numeric[0])));
      continue;
    }
    const word = match(WORD);
    if (word === null) {
      throw new InvalidError(`$filter has a syntax error at character ${at + 1}: ${text.slice(at, at + 20)}`);
    }
    const constant = Object.hasOwn(CONSTANTS, word[0]) ? CONSTANTS[word[0]] : undefined;
    tokens.push(constant === undefined ? { kind: 'word', text: word[0] } : literal(constant));
  }
  return [...tokens, { kind: 'end' }];
}

/** Parses a time of day. @returns microseconds since midnight, or undefined for other texts */
function readTime(text: string): bigint | undefined {
  return TIME.test(text) ? readTimestamp(`1970-01-01T${text}Z`) : undefined;
}

function literal(value: Literal): Token {
  return { kind: 'literal', literal: value };
}

function readNumeric(text: string): Literal {
  if (isEdmDate(text)) return { kind: 'date', value: text };
  const timestamp = readTimestamp(text);
  if (timestamp !== undefined) return { kind: 'timestamp', value: timestamp };
  const time = readTime(text);
  if (time !== undefined) return { kind: 'time', value: time };
  const whole = readInt64(text);
  if (whole !== undefined) return { kind: 'number', value: whole };
  const number = NUMBER.test(text) ? Number(text) : NaN;
  if (Number.isFinite(number)) return { kind: 'number', value: number };
  throw new InvalidError(
    `${JSON.stringify(text.slice(0, 40))} in $filter is not a number, date or time. Put texts in single quotes.`,
  );
}
