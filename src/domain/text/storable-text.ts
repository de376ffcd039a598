import { unstorableReason } from './unstorable-text';
import { InvalidError } from '../errors';

/**
 * Rejects text that PostgreSQL cannot store (decision 2).
 * @param subject starts the message, such as "The name"
 * @throws InvalidError naming the subject and the character
 */
export function assertStorableText(text: string, subject: string): void {
  const reason = unstorableReason(text);
  if (reason !== undefined) throw new InvalidError(`${subject} ${reason}.`);
}
