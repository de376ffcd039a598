import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/**
 * Where the request comes from, as Express knows it: TRUST_PROXY decides whether forwarded headers count. Undefined when
 * the connection is gone.
 */
export const ClientAddress = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().ip,
);
