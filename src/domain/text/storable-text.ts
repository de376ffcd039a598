import { whyUnstorable } from './unstorable-text';
import { InvalidError } from '../errors';

/**
 * Refuses text that PostgreSQL can't hold (decision 2).
 * @param what names the text at the start of the sentence, such as "The name".
 * @throws InvalidError with one sentence.
 */
export function assertStorableText(text: string, what: string): void {
  const why = whyUnstorable(text);
  if (why !== undefined) throw new InvalidError(`${what} ${why}.`);
}
