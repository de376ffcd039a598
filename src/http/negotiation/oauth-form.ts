import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { OAuthError } from '../../domain/errors';

export interface OAuthFormRequest {
  readonly authorization: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Reads the form of an OAuth2 request. Empty fields count as absent, and repeated ones are rejected (RFC 6749 3.2).
 * @throws OAuthError also for other content types
 */
export function readOAuthForm(request: Request): OAuthFormRequest {
  const type = request.headers['content-type'];
  if (type !== undefined && request.is('application/x-www-form-urlencoded') === false) {
    throw new OAuthError('invalid_request', 'Send the parameters as application/x-www-form-urlencoded.');
  }
  const sent = Object.entries((request.body ?? {}) as Record<string, unknown>);
  const fields = sent.map(([name, value]) => {
    if (typeof value === 'string') return [name, value] as const;
    throw new OAuthError('invalid_request', 'A parameter was sent more than once. Send each once.');
  });
  return {
    authorization: request.headers.authorization,
    fields: Object.fromEntries(fields.filter(([, value]) => value !== '')),
  };
}

export const OAuthForm = createParamDecorator((_: unknown, context: ExecutionContext) =>
  readOAuthForm(context.switchToHttp().getRequest<Request>()),
);
