import { InvalidError } from '../errors';

/** Finds text that PostgreSQL cannot store, so that clients get 400 instead of a database error (decision 2). */

const SUSPICIOUS = /[\u0000\ud800-\udfff]/;

// In Unicode mode only lone surrogates match.
const UNSTORABLE = /[\u0000\p{Surrogate}]/u;

/**
 * Reason why a text, or one of the texts and keys in a JSON value, cannot be stored, as the end of a sentence ("holds a
 * NUL character"); undefined if all can. Recursive: the body parser limits the depth.
 */
export function unstorableReason(value: unknown): string | undefined {
  if (typeof value === 'string') return reasonOf(value);
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, each] of Object.entries(value)) {
    const reason = reasonOf(key) ?? unstorableReason(each);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function reasonOf(text: string): string | undefined {
  const found = SUSPICIOUS.test(text) ? UNSTORABLE.exec(text) : null;
  if (found === null) return undefined;
  return found[0] === '\u0000'
    ? 'holds a NUL character; remove it'
    : 'holds a lone surrogate; send well-formed Unicode text';
}

/**
 * Rejects a text, or a JSON value with a text or key, that PostgreSQL cannot store (decision 2).
 * @param subject starts the message, such as "The name"
 * @throws InvalidError naming the subject and the character
 */
export function assertStorableText(value: unknown, subject: string): void {
  const reason = unstorableReason(value);
  if (reason !== undefined) throw new InvalidError(`${subject} ${reason}.`);
}

/** Whether a text has more than `maxLength` characters, counted in code points as PostgreSQL does: an emoji is one. */
export function isLongerThan(maxLength: number, text: string): boolean {
  // Fast path: a code point takes one or two UTF-16 units.
  if (text.length <= maxLength || text.length > 2 * maxLength) return text.length > maxLength;
  return Array.from(text).length > maxLength;
}
