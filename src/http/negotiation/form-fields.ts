import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { OAuthError } from '../../domain/errors';

/** The header and the form of a request, as OAuth2's endpoints for applications read them. */
export interface SentForm {
  readonly authorization: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * The form that an application sent. Fields without a value count as not sent, and none may be sent twice (RFC 6749 3.2).
 * @throws OAuthError for another kind of body
 */
export function readForm(request: Request): SentForm {
  const type = request.headers['content-type'];
  if (type !== undefined && request.is('application/x-www-form-urlencoded') === false) {
    throw new OAuthError('invalid_request', 'Send the parameters as application/x-www-form-urlencoded.');
  }
  const sent = Object.entries((request.body ?? {}) as Record<string, unknown>);
  const fields = sent.map(([name, value]) => {
    if (typeof value === 'string') return [name, value] as const;
    throw new OAuthError('invalid_request', 'A parameter was sent more than once.');
  });
  return {
    authorization: request.headers.authorization,
    fields: Object.fromEntries(fields.filter(([, value]) => value !== '')),
  };
}

/** Hands the form to a controller's method. */
export const ApplicationForm = createParamDecorator((_: unknown, context: ExecutionContext) =>
  readForm(context.switchToHttp().getRequest<Request>()),
);
