import { parse } from 'node:querystring';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** Express's parser of queries: a key that comes more than once counts as its last value (decision 29). */
export function readQuery(text: string | null | undefined): Record<string, string> {
  const sent = Object.entries(parse(text ?? ''));
  return Object.fromEntries(
    sent.map(([name, value]) => [name, (Array.isArray(value) ? value.at(-1) : value) ?? '']),
  );
}

/**
 * The query with a list of all values where a key came more than once, for OAuth2 alone: it refuses such requests, for
 * the two sides could read them differently (RFC 6749 3.1).
 */
export const RepeatableQuery = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { originalUrl } = context.switchToHttp().getRequest<Request>();
  const mark = originalUrl.indexOf('?');
  return parse(mark === -1 ? '' : originalUrl.slice(mark + 1));
});
