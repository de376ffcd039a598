import type { Params } from 'nestjs-pino';
import type { DestinationStream } from 'pino';
import type { Options } from 'pino-http';
import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapping } from 'node:module';
import { dirname, resolve } from 'node:path';
import type { LogLevel } from '../config/environment';
import { loggablePath } from '../domain/text/url-text';

/** `location` carries OAuth2 codes to applications. */
const SECRETS = [
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  'res.headers.location',
];

export const LOG_FORMAT: Options = {
  quietReqLogger: true,
  redact: SECRETS,
  serializers: {
    // pino passes its own serialized error, with all fields; `raw` is the error itself.
    err: (rendered: { raw?: unknown }) => loggedError(rendered.raw ?? rendered),
    req: ({ id, method, url }: { id: unknown; method: string; url: string }) => ({
      id,
      method,
      url: loggablePath(url),
    }),
  },
};

/** JSON lines on standard output or `destination`. `requestLog` logs requests. */
export function logOptions(level: LogLevel, destination?: DestinationStream): Params {
  const options: Options = { ...LOG_FORMAT, level, autoLogging: false };
  return {
    pinoHttp: destination === undefined ? options : [options, destination],
    forRoutes: [{ path: '/no-request-is-logged', method: 5 }],
  };
}

const MAX_CACHED_POSITIONS = 2000;

/**
 * Returns a function that names positions of the sources in a stack, instead of those in the bundles in `folder`. It reads
 * the map beside a bundle for positions it has not seen and keeps none of it: parsed, it takes tens of MB
 * (docs/performance.md#lazy-source-maps).
 */
export function stackMapper(folder: string): (stack: string) => string {
  const cache = new Map<string, string>();
  const path = folder.replace(/[^\w/]/g, '\\$&');
  const frame = new RegExp(`(${path}[/\\\\][\\w.-]+\\.js):(\\d+:\\d+)`, 'g');
  return (stack) => {
    if (cache.size > MAX_CACHED_POSITIONS) cache.clear();
    const frames = [...stack.matchAll(frame)].filter(([position]) => !cache.has(position));
    for (const file of new Set(frames.map(([, each]) => each!))) {
      const map = readSourceMap(file);
      for (const [position, each, place] of frames)
        if (each === file) cache.set(position, sourceOf(map, file, place!) ?? position);
    }
    return stack.replace(frame, (position) => cache.get(position) ?? position);
  };
}

/** Maps stacks of the bundles, of which one contains this module. */
export const sourceMappedStack = stackMapper(__dirname);

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
