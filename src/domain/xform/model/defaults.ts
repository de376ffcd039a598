import { Token, tokenize } from '../expression/expression-tokens';
import { QuestionType } from '../form/question-types';

/** Types whose values contain dashes that are not subtraction: 2024-01-31, "12.5 -1.2 0 0". */
const TYPES_WITH_DASHES = ['date', 'time', 'datetime', 'geopoint', 'geotrace', 'geoshape'];
const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '|', 'mod', 'div']);
/** A text such as "modern" or "London (Ealing)" is neither arithmetic nor a call. */
const WORD = /^(mod|div)$/;

/**
 * True when a default is an expression and not a value (contract-xlsform 3.4): it contains arithmetic, a function call, a
 * predicate or a reference.
 */
export function isDynamicDefault(value: string, type: QuestionType): boolean {
  const tokens = tokenize(value);
  return tokens.some((token, index) => {
    switch (token.kind) {
      case 'reference':
      case 'broken-reference': // reported when references are resolved
        return true;
      case 'function':
        return !/\s\($/.test(token.text);
      case '[':
        return tokens[index - 1]?.kind === 'name';
      case 'operator':
        if (WORD.test(token.text) && !isApart(tokens, index)) return false;
        return ARITHMETIC.has(token.text) && !(token.text === '-' && TYPES_WITH_DASHES.includes(type.name));
      default:
        return false;
    }
  });
}

function isApart(tokens: readonly Token[], index: number): boolean {
  return tokens[index - 1]?.kind === 'space' && tokens[index + 1]?.kind === 'space';
}
