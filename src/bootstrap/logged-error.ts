import { sourceMappedStack } from './source-mapped-stack';

export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly [field: string]: unknown;
}

/** Fields of a database error that name schema objects, and never contain data of respondents. */
const STATEMENT_FIELDS = [
  'severity',
  'code',
  'table',
  'column',
  'dataType',
  'constraint',
  'routine',
  'query',
];
const MAX_CAUSE_DEPTH = 5;

/**
 * Redacts an error by an allow list. A failed statement carries its parameters and the rejected row: data of respondents,
 * which must not be logged.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Something was thrown.', stack: '' };
  const fields = error as Error & Readonly<Record<string, unknown>>;
  const isOfDatabase = typeof fields['severity'] === 'string' || 'driverError' in fields;
  return {
    type: error.name,
    message: isOfDatabase ? redactValues(error.message) : error.message,
    stack: framesOf(error),
    ...(isOfDatabase ? pick(fields, STATEMENT_FIELDS) : pick(fields, ['code'])),
    ...(error.cause instanceof Error &&
      depth < MAX_CAUSE_DEPTH && { cause: loggedError(error.cause, depth + 1) }),
  };
}

/** PostgreSQL quotes values: `invalid input syntax for type integer: "my answer"`. */
function redactValues(message: string): string {
  return message.replace(/"[^]*"/g, '"…"');
}

function framesOf({ stack = '' }: Error): string {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return sourceMappedStack(frames.join('\n'));
}

function pick(fields: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
  );
}
