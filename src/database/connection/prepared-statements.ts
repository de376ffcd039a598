import { createHash } from 'node:crypto';

const names = new Map<string, string>();

/**
 * Registers a frequent statement of constant text to be prepared: with `DATABASE_NAMED_STATEMENTS` each connection parses
 * and plans it once.
 * @returns the statement
 */
export function preparedStatement(statement: string): string {
  const hash = createHash('sha256').update(statement).digest('hex');
  names.set(statement, `fieldhouse_${hash.slice(0, 16)}`);
  return statement;
}

export function preparedStatementName(statement: string): string | undefined {
  return names.get(statement);
}
