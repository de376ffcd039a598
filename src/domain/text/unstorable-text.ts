/**
 * Text that PostgreSQL can't hold: NUL characters and halves of surrogate pairs. Clients are told (400) instead of the
 * database finding out (decision 2).
 */

// Quick to look for in long texts; most have neither, and then nothing more is looked at.
const SUSPICIOUS = /[\u0000\ud800-\udfff]/;
// In Unicode mode a surrogate matches only when its other half is missing.
const UNSTORABLE = /[\u0000\p{Surrogate}]/u;

/** Why `text` can't be stored, as the end of a sentence ("holds a NUL character"), or undefined when it can. */
export function whyUnstorable(text: string): string | undefined {
  const found = SUSPICIOUS.test(text) ? UNSTORABLE.exec(text) : null;
  if (found === null) return undefined;
  return found[0] === '\u0000'
    ? 'holds a NUL character; remove it'
    : 'holds half of a surrogate pair; send well-formed Unicode text';
}
