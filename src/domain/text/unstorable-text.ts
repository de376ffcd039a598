import { InvalidError } from '../errors';
/** Finds text that PostgreSQL cannot store, so that clients get 400 instead of a database error (decision 2). */

const SUSPICIOUS = /[\u0000\ud800-\udfff]/;
// In Unicode mode only lone surrogates match.
const UNSTORABLE = /[\u0000\p{Surrogate}]/u;

/** Reason why `text` cannot be stored, as the end of a sentence ("holds a NUL character"); undefined if it can. */
export function unstorableReason(text: string): string | undefined {
  const found = SUSPICIOUS.test(text) ? UNSTORABLE.exec(text) : null;
  if (found === null) return undefined;
  return found[0] === '\u0000'
    ? 'holds a NUL character; remove it'
    : 'holds a lone surrogate; send well-formed Unicode text';
}

/**
 * Rejects text that PostgreSQL cannot store (decision 2).
 * @param subject starts the message, such as "The name"
 * @throws InvalidError naming the subject and the character
 */
export function assertStorableText(text: string, subject: string): void {
  const reason = unstorableReason(text);
  if (reason !== undefined) throw new InvalidError(`${subject} ${reason}.`);
}
