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
const TIME = /^\d\d:\d\d(:\d\d([.]\d{1,12})?)?$/;
const NUMBER = /^[-+]?(\d+([.]\d+)?|[.]\d+)(e[-+]?\d{1,3})?$/i;

const CONSTANTS: Readonly<Record<string, Literal>> = {
  null: { kind: 'null' },
  true: { kind: 'boolean', value: true },
  false: { kind: 'boolean', value: false },
};

/** Readers of tokens, by precedence. */
const READERS: readonly (readonly [pattern: RegExp, read: (found: RegExpExecArray) => Token])[] = [
  [/[(),]/y, ([mark]) => ({ kind: 'mark', text: mark as '(' })],
  [/'((?:[^']|'')*)'/y, ([, text]) => literal({ kind: 'text', value: text!.replaceAll("''", "'") })],
  // Timestamp whose `+` was decoded to a space, since the client did not encode it.
  [/(\d{4}-\d\d-\d\dT[\d:.]+) (\d\d:\d\d)/y, ([, time, zone]) => literal(readNumeric(`${time}+${zone}`))],
  [/[-+]?(?:\d|[.]\d)[^\s(),']*/y, ([text]) => literal(readNumeric(text))],
  [
    /[\p{L}_][\p{L}\p{Nd}_./:$]*/uy,
    ([text]) => (Object.hasOwn(CONSTANTS, text) ? literal(CONSTANTS[text]!) : { kind: 'word', text }),
  ],
];

/** Splits a `$filter` into tokens. @throws InvalidError for an invalid token */
export function tokenizeFilter(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    at += found?.[0].length ?? 0;
    return found;
  };
  const next = (): Token => {
    for (const [pattern, read] of READERS) {
      const found = match(pattern);
      if (found !== null) return read(found);
    }
    throw new InvalidError(`$filter has a syntax error at character ${at + 1}: ${text.slice(at, at + 20)}`);
  };
  while ((match(SPACE), at < text.length)) tokens.push(next());
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
