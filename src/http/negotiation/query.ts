import { parse } from 'node:querystring';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** Query parser for Express: the last value of a repeated key wins (decision 29). */
export function readQuery(text: string | null | undefined): Record<string, string> {
  if (!text) return {};
  const pairs = Object.entries(parse(text));
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, (Array.isArray(value) ? value.at(-1) : value) ?? '']),
  );
}

/** Injects the query with repeated keys as lists, for OAuth2, which must reject them (RFC 6749 3.1). */
export const RepeatableQuery = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { originalUrl } = context.switchToHttp().getRequest<Request>();
  const queryStart = originalUrl.indexOf('?');
  return parse(queryStart === -1 ? '' : originalUrl.slice(queryStart + 1));
});
