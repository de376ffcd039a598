import { tokenize } from '../expression/expression-tokens';
import { QuestionType } from '../form/question-types';

/** Answers of these types hold dashes that subtract nothing: 2024-01-31, "12.5 -1.2 0 0". */
const DASHED: ReadonlySet<string> = new Set(['date', 'time', 'datetime', 'geopoint', 'geotrace', 'geoshape']);
const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '|', 'mod', 'div']);

/**
 * True when a default is computed and not a value as it stands (contract-xlsform 3.4): it holds arithmetic, a function
 * call, a predicate or a reference.
 */
export function isDynamicDefault(value: string, type: QuestionType): boolean {
  const tokens = tokenize(value);
  return tokens.some((token, index) => {
    switch (token.kind) {
      case 'reference':
      case 'broken-reference': // told when the expression is resolved
      case 'function':
        return true;
      case '[':
        return tokens[index - 1]?.kind === 'name';
      case 'operator':
        return ARITHMETIC.has(token.text) && !(token.text === '-' && DASHED.has(type.name));
      default:
        return false;
    }
  });
}
