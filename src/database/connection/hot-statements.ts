import { createHash } from 'node:crypto';

const names = new Map<string, string>();

/**
 * A statement that is asked all the time, always in the same words: where it may have a name (`DATABASE_NAMED_STATEMENTS`),
 * each connection reads and plans it once.
 * @returns the statement
 */
export function hot(statement: string): string {
  const hash = createHash('sha256').update(statement).digest('hex');
  names.set(statement, `fieldhouse_${hash.slice(0, 16)}`);
  return statement;
}

/** Undefined for a statement that is not hot. */
export function nameOfHot(statement: string): string | undefined {
  return names.get(statement);
}
