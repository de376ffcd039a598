/** What the log keeps of an error. */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly [fact: string]: unknown;
}

/** Facts of a refused statement that name things of the schema, and never what somebody answered. */
const STATEMENT_FACTS = ['severity', 'code', 'table', 'column', 'dataType', 'constraint', 'routine', 'query'];
const LONGEST_CHAIN = 5;

/**
 * An error as the log keeps it: what is named here and nothing else, for an error may carry anything. That of a failed
 * statement carries its parameters, and its detail the row that was refused: people's answers, which a log must not hold.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Something was thrown.', stack: '' };
  const facts = error as Error & Readonly<Record<string, unknown>>;
  const isOfDatabase = typeof facts['severity'] === 'string' || 'driverError' in facts;
  return {
    type: error.name,
    message: isOfDatabase ? withoutValues(error.message) : error.message,
    stack: framesOf(error),
    ...(isOfDatabase ? pick(facts, STATEMENT_FACTS) : pick(facts, ['code'])),
    ...(error.cause instanceof Error &&
      depth < LONGEST_CHAIN && { cause: loggedError(error.cause, depth + 1) }),
  };
}

/** PostgreSQL quotes what it complains of: `invalid input syntax for type integer: "my answer"`. */
function withoutValues(message: string): string {
  return message.replace(/"[^]*"/g, '"…"');
}

/** Without the message, which the stack begins with. */
function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

function pick(facts: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => (facts[name] === undefined ? [] : [[name, facts[name]]])),
  );
}
