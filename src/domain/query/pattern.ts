import { InvalidError } from '../errors';
import type { Pattern } from './filter';
import { QUERY_LIMITS } from './query-limits';

/** Letters that MongoDB takes as `$options`; `u` changes nothing where all text is Unicode. */
const OPTIONS = /^[imsxu]*$/;
/** Options that a pattern itself begins with, as in `(?i)wells`. */
const LEADING_OPTIONS = /^\(\?([imsxu]+)\)/;
/** An escape, or a whole set in brackets, where escapes are the same in both dialects. */
const ESCAPE_OR_SET = /\\(x[0-9A-Fa-f]{2}|[^])|\[\^?\]?(?:\\[^]|[^\]\\])*\]?/g;
const REPETITIONS = /\{(\d*)(?:,(\d*))?\}/g;

/**
 * Reads a regular expression of the Perl family, as clients write it for MongoDB, into one that PostgreSQL reads alike.
 * Whether the rest of it is well-formed only PostgreSQL knows.
 * @throws InvalidError for what is too long, or what takes boundless time: references back and huge repetitions, and comments, in
 * which those could hide
 */
export function readPattern(expression: string, options: string): Pattern {
  if (expression.length > QUERY_LIMITS.patternLength) {
    throw new InvalidError(
      `A regular expression has at most ${QUERY_LIMITS.patternLength} characters. Shorten it.`,
    );
  }
  if (!OPTIONS.test(options)) throw new InvalidError('Options of a regular expression are i, m, s and x.');
  for (const [, least, most] of expression.matchAll(REPETITIONS)) {
    if (Math.max(Number(least), Number(most ?? 0)) > QUERY_LIMITS.patternRepetitions) {
      throw new InvalidError(
        `A regular expression repeats something at most ${QUERY_LIMITS.patternRepetitions} times. Use * or +.`,
      );
    }
  }
  const letters = options + (LEADING_OPTIONS.exec(expression)?.[1] ?? '');
  const pattern = expression.replace(LEADING_OPTIONS, '');
  const isSpaced = letters.includes('x');
  assertPlain(pattern, isSpaced);
  return {
    source: pattern.replace(ESCAPE_OR_SET, (text, escaped: string | undefined) =>
      translateEscape(text, escaped),
    ),
    ignoreCase: letters.includes('i'),
    multiline: letters.includes('m'),
    dotAll: letters.includes('s'),
    spaced: isSpaced,
  };
}

/** @throws InvalidError for what would have PostgreSQL read the rest otherwise than it is read here */
function assertPlain(pattern: string, isSpaced: boolean): void {
  const outsideSets = pattern.replace(ESCAPE_OR_SET, '');
  if (outsideSets.includes(isSpaced ? '#' : '(?#')) {
    throw new InvalidError(
      'A regular expression has no comments. Leave them out, or write \\# for the sign itself.',
    );
  }
}

function translateEscape(text: string, escaped: string | undefined): string {
  if (escaped === undefined) return text;
  if (/^[1-9]/.test(escaped)) {
    throw new InvalidError('A regular expression can\'t refer back to a group. Write it without "\\1".');
  }
  if (/^x./.test(escaped)) return `\\u00${escaped.slice(1)}`;
  return { b: '\\y', B: '\\Y', z: '\\Z' }[escaped] ?? text;
}
