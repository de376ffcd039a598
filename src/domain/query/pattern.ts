import { InvalidError } from '../errors';
import type { Filter, Pattern } from './filter';
import { QUERY_LIMITS } from './operand';

/** MongoDB's `$options`; `u` has no effect: all text is Unicode. */
const OPTIONS = /^[imsxu]*$/;
/** Inline options, as in `(?i)wells`. */
const LEADING_OPTIONS = /^\(\?([imsxu]+)\)/;
/** An escape, or a bracket expression, in which escapes are the same in both dialects. */
const ESCAPE_OR_SET = /\\(x[0-9A-Fa-f]{2}|[^])|\[\^?\]?(?:\\[^]|[^\]\\])*\]?/g;
const REPETITIONS = /\{(\d*)(?:,(\d*))?\}/g;

/** Plain text, with or without anchors; escaped punctuation stands for itself. */
const LITERAL = /^(\^?)((?:[^\\^$.|?*+()[\]{}]|\\[^A-Za-z0-9])*)(\$?)$/;

/**
 * Filter for a regular expression. One that is plain text, such as `^image/`, becomes a text search: it costs less, and
 * its cost does not depend on the expression.
 * @throws InvalidError as `readPattern`
 */
export function patternFilter<Field>(field: Field, expression: string, options: string): Filter<Field> {
  const pattern = readPattern(expression, options);
  const literal = pattern.multiline || pattern.extended ? null : LITERAL.exec(pattern.source);
  if (literal === null) return { kind: 'matches', field, pattern };
  const [, start, text, end] = literal as unknown as [string, string, string, string];
  const at = start === '' ? (end === '' ? 'anywhere' : 'end') : end === '' ? 'start' : 'whole';
  return {
    kind: 'search',
    field,
    text: text.replace(/\\([^])/g, '$1'),
    at,
    ignoreCase: pattern.ignoreCase,
  };
}

/**
 * Translates a Perl-compatible regular expression to PostgreSQL's dialect; only PostgreSQL checks the rest of its syntax.
 * Refuses what enables ReDoS.
 * @throws InvalidError for long expressions, backreferences, large repetition counts, and comments, which could hide those
 */
export function readPattern(expression: string, options: string): Pattern {
  if (expression.length > QUERY_LIMITS.patternLength) {
    throw new InvalidError(
      `A regular expression can have at most ${QUERY_LIMITS.patternLength} characters. Shorten it.`,
    );
  }
  if (!OPTIONS.test(options)) throw new InvalidError('Unknown regular expression option. Use i, m, s or x.');
  for (const [, min, max] of expression.matchAll(REPETITIONS)) {
    if (Math.max(Number(min), Number(max ?? 0)) > QUERY_LIMITS.patternRepetitions) {
      throw new InvalidError(
        `A repetition count in a regular expression can be at most ${QUERY_LIMITS.patternRepetitions}. Use * or +.`,
      );
    }
  }
  const letters = options + (LEADING_OPTIONS.exec(expression)?.[1] ?? '');
  const pattern = expression.replace(LEADING_OPTIONS, '');
  const isExtended = letters.includes('x');
  assertNoComments(pattern, isExtended);
  return {
    source: pattern.replace(ESCAPE_OR_SET, (text, escaped: string | undefined) =>
      translateEscape(text, escaped),
    ),
    ignoreCase: letters.includes('i'),
    multiline: letters.includes('m'),
    dotAll: letters.includes('s'),
    extended: isExtended,
  };
}

/** @throws InvalidError for comments, which would make PostgreSQL parse the rest differently from here */
function assertNoComments(pattern: string, isExtended: boolean): void {
  const outsideSets = pattern.replace(ESCAPE_OR_SET, '');
  if (outsideSets.includes(isExtended ? '#' : '(?#')) {
    throw new InvalidError(
      'Comments in regular expressions are not supported. Remove them, or write \\# for a literal #.',
    );
  }
}

function translateEscape(text: string, escaped: string | undefined): string {
  if (escaped === undefined) return text;
  if (/^[1-9]/.test(escaped)) {
    throw new InvalidError('Backreferences in regular expressions are not supported. Remove "\\1".');
  }
  if (/^x./.test(escaped)) return `\\u00${escaped.slice(1)}`;
  return { b: '\\y', B: '\\Y', z: '\\Z' }[escaped] ?? text;
}
