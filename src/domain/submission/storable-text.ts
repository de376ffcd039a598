import { InvalidError } from '../errors';

/** Half of a surrogate pair standing alone: no Unicode text, and not to be written as UTF-8. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Refuses text that PostgreSQL can't hold: NUL and lone surrogates (decision 2).
 * @param what names the text at the start of the sentence, such as "The name".
 * @throws InvalidError with one sentence.
 */
export function assertStorableText(text: string, what: string): void {
  if (text.includes('\u0000')) {
    throw new InvalidError(`${what} contains the character NUL (U+0000). Remove it and send again.`);
  }
  if (LONE_SURROGATE.test(text)) {
    throw new InvalidError(`${what} contains half of a surrogate pair. Send it as valid Unicode text.`);
  }
}
