import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapping } from 'node:module';
import { dirname, resolve } from 'node:path';

const MAX_CACHED_POSITIONS = 2000;

/**
 * Returns a function that names positions of the sources in a stack, instead of those in the bundle `file`. It reads the
 * map beside the file for positions it has not seen and keeps none of it: parsed, it takes tens of MB
 * (docs/performance.md#lazy-source-maps).
 */
export function stackMapper(file: string): (stack: string) => string {
  const cache = new Map<string, string>();
  return (stack) => {
    const [start, ...frames] = stack.split(`${file}:`);
    if (cache.size > MAX_CACHED_POSITIONS) cache.clear();
    const positions = frames.map((frame) => /^\d+:\d+/.exec(frame)?.[0] ?? '');
    const missing = positions.filter((position) => !cache.has(position));
    if (missing.length > 0) cachePositions(cache, file, missing);
    const mapped = frames.map((frame, index) => {
      const position = positions[index]!;
      return `${cache.get(position)}${frame.slice(position.length)}`;
    });
    return [start, ...mapped].join('');
  };
}

/** Maps stacks of the bundle that this module is in. */
export const sourceMappedStack = stackMapper(__filename);

function cachePositions(cache: Map<string, string>, file: string, positions: readonly string[]): void {
  const map = readSourceMap(file);
  for (const position of positions)
    cache.set(position, sourceOf(map, file, position) ?? `${file}:${position}`);
}

function sourceOf(map: SourceMap | undefined, file: string, position: string): string | undefined {
  const [line = 1, column = 1] = position.split(':').map(Number);
  const entry: Partial<SourceMapping> = map?.findEntry(line - 1, column - 1) ?? {};
  if (entry.originalSource === undefined) return undefined;
  const source = resolve(dirname(file), entry.originalSource);
  return `${source}:${entry.originalLine! + 1}:${entry.originalColumn! + 1}`;
}

/** A missing or broken map must not hide the error that is being logged. */
function readSourceMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
}

type SourceMapPayload = ConstructorParameters<typeof SourceMap>[0];

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
