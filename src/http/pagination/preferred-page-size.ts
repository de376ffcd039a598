import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

const PREFERENCE = /(?:^|[,;\s])(?:odata\.)?maxpagesize\s*=\s*"?(\d{1,9})"?/i;

/** Injects `maxpagesize` of the `Prefer` header; undefined when absent or malformed. */
export const PreferredPageSize = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const prefer = context.switchToHttp().getRequest<Request>().get('prefer') ?? '';
  const size = Number(PREFERENCE.exec(prefer)?.[1] ?? 0);
  return size > 0 ? size : undefined;
});
