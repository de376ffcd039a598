import { InvalidError } from '../errors';

/** In characters. */
const SHORTEST_PASSWORD = 8;
/** Longer ones are no safer, and hashing them is work that a stranger could order. */
const LONGEST_PASSWORD = 1024;

/**
 * The one rule for passwords.
 * @param field name of the input that holds it
 * @throws InvalidError on that field
 */
export function assertPassword(password: string, field: string): void {
  if (password.length < SHORTEST_PASSWORD) {
    throw new InvalidError({ [field]: [`Choose a password of at least ${SHORTEST_PASSWORD} characters.`] });
  }
  if (password.length > LONGEST_PASSWORD) {
    throw new InvalidError({ [field]: [`Choose a password of at most ${LONGEST_PASSWORD} characters.`] });
  }
}
