import type { Request } from 'express';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';

/** Injects the client's IP address; TRUST_PROXY decides about forwarded headers. Undefined once disconnected. */
export const ClientAddress = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().ip,
);
