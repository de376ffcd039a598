import { NAME_PATTERN } from '../xml/xml-tree';

/**
 * Tokenizer for XLSForm expressions: XPath 1.0 plus `${question}` and `${last-saved#question}`. Splits as JavaRosa does:
 * after an operand `and`, `or`, `div`, `mod` are operators, with or without white space around them.
 * Never fails and is lossless: the texts of the tokens joined are the source.
 */

export type TokenKind =
  | 'reference' // ${name}
  | 'broken-reference' // "${" that does not begin a reference
  | 'literal' // 'text' or "text"
  | 'date' // 2024-01-31, with or without a time
  | 'number'
  | 'function' // a name and its parenthesis, white space between them included: "count(", "if ("
  | 'name' // also with a prefix: "jr:choice-name", "x:*"
  | 'address' // http://… up to white space: text, not arithmetic
  | 'operator' // + - * = != < <= > >= | and or mod div
  | 'step' // . .. / // @ ::
  | '('
  | ')'
  | '['
  | ']'
  | ','
  | 'space'
  | 'other';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
}

export interface Reference {
  readonly name: string;
  /** True for `${last-saved#name}`: the answer of the submission saved before this one. */
  readonly lastSaved: boolean;
}

const QNAME = `${NAME_PATTERN}(?::${NAME_PATTERN})?`;
const REFERENCE = `\\$\\{(?:last-saved#)?${NAME_PATTERN}\\}`;
const DATE =
  '-?\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?:Z|[+-]\\d{2}:?\\d{2})?)?(?![\\d.])';
const TIME = '\\d{2}:\\d{2}:\\d{2}(?:\\.\\d+)?(?:Z|[+-]\\d{2}:?\\d{2})?';

/** Order matters: the first that matches wins. */
const RULES: readonly (readonly [TokenKind, string])[] = [
  ['reference', REFERENCE],
  ['broken-reference', '\\$\\{'],
  ['literal', '"[^"]*"|\'[^\']*\''],
  ['date', `${DATE}|${TIME}`],
  ['number', '-?(?:\\d+(?:\\.\\d*)?|\\.\\d+)'],
  ['function', `${QNAME}\\s*\\(`],
  ['address', `${NAME_PATTERN}://\\S*`],
  ['name', `${QNAME}(?::\\*)?`],
  ['operator', '!=|<=|>=|[-+*=<>|]'],
  ['step', '\\.\\.|\\.|//|/|@|::'],
  ['(', '\\('],
  [')', '\\)'],
  ['[', '\\['],
  [']', '\\]'],
  [',', ','],
  ['space', '\\s+'],
  ['other', '[^]'],
];

const SCANNER = new RegExp(RULES.map(([, source]) => `(${source})`).join('|'), 'uy');
const WORD_OPERATOR = /and|or|mod|div/y;

/** Splits an expression into tokens. */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let afterOperand = false;
  for (let start = 0; start < source.length;) {
    const token = (afterOperand ? wordOperatorAt(source, start) : undefined) ?? tokenAt(source, start);
    tokens.push(token);
    start += token.text.length;
    if (token.kind !== 'space') afterOperand = endsOperand(token, afterOperand);
  }
  return tokens;
}

function wordOperatorAt(source: string, start: number): Token | undefined {
  WORD_OPERATOR.lastIndex = start;
  const match = WORD_OPERATOR.exec(source);
  return match === null ? undefined : { kind: 'operator', text: match[0], start };
}

function tokenAt(source: string, start: number): Token {
  SCANNER.lastIndex = start;
  const match = SCANNER.exec(source)!; // the last rule takes any character
  const rule = RULES[match.indexOf(match[0], 1) - 1]!;
  return { kind: rule[0], text: match[0], start };
}

/** True when a value ends with the token, so that an operator follows. */
function endsOperand({ kind, text }: Token, afterOperand: boolean): boolean {
  switch (kind) {
    case 'operator':
      return text === '*' && !afterOperand;
    case 'step':
      return text === '.' || text === '..';
    case 'function':
    case '(':
    case '[':
    case ',':
      return false;
    default:
      return true;
  }
}

const UNUSUAL_SPACES = /[^\S \t\r\n]/g;

/** Replaces non-breaking and other spaces that XPath does not know, which word processors write, except in literals. */
export function withPlainSpaces(source: string): string {
  if (source.search(UNUSUAL_SPACES) < 0) return source;
  return tokenize(source)
    .map(({ kind, text }) => (kind === 'literal' ? text : text.replace(UNUSUAL_SPACES, ' ')))
    .join('');
}

/** Name of the function that a token of kind `function` calls. */
export function functionName({ text }: Token): string {
  return text.slice(0, -1).trimEnd();
}

const REFERENCE_PARTS = new RegExp(`^\\$\\{(last-saved#)?(${NAME_PATTERN})\\}$`, 'u');

/** Parses `${name}`; null for any other text. */
export function readReference(text: string): Reference | null {
  const match = REFERENCE_PARTS.exec(text);
  return match === null ? null : { name: match[2]!, lastSaved: match[1] !== undefined };
}

/** Quotes a text as an XPath literal. XPath 1.0 has no literal with both kinds of quotes. */
export function xpathLiteral(text: string): string {
  return text.includes("'") ? `"${text}"` : `'${text}'`;
}

const REFERENCE_ANYWHERE = new RegExp(REFERENCE, 'gu');

/** Splits a text at its references: plain text at even positions, references (`${name}`) at odd ones. */
export function splitAtReferences(text: string): string[] {
  const pieces: string[] = [];
  let end = 0;
  for (const match of text.matchAll(REFERENCE_ANYWHERE)) {
    pieces.push(text.slice(end, match.index), match[0]);
    end = match.index + match[0].length;
  }
  pieces.push(text.slice(end));
  return pieces;
}

/** Arguments, as source texts, of every call of a function: `callsOf("pulldata('f','a')", 'pulldata')` → [["'f'", "'a'"]]. */
export function callsOf(source: string, name: string): string[][] {
  if (!source.includes(name)) return [];
  const calls: string[][] = [];
  const open: { args: string[] | null; from: number }[] = [];
  for (const token of tokenize(source)) {
    const end = token.start + token.text.length;
    const top = open.at(-1);
    if (token.kind === 'function') {
      const isMatch = functionName(token) === name;
      open.push({ args: isMatch ? [] : null, from: end });
    } else if (token.kind === '(' || token.kind === '[') {
      open.push({ args: null, from: end });
    } else if (token.kind === ',' && top !== undefined) {
      top.args?.push(source.slice(top.from, token.start).trim());
      top.from = end;
    } else if ((token.kind === ')' || token.kind === ']') && top !== undefined) {
      open.pop();
      if (top.args !== null) calls.push([...top.args, source.slice(top.from, token.start).trim()]);
    }
  }
  return calls;
}
